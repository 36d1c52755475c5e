/* Has the pages that are visited kept for a time without a network. From a folder, without a server, they are at hand anyway. */
(() => {
  if (!location.protocol.startsWith("http") || !navigator.serviceWorker) return;
  const keeper = new URL("../kept.js", document.currentScript.src);
  addEventListener("load", async () => {
    const first = !navigator.serviceWorker.controller;
    // Where a browser does not allow it, the pages are read as ever.
    await navigator.serviceWorker.register(keeper).catch(() => {});
    if (!first) return;
    // What was loaded before the worker began, or was then on its way, has not passed through it.
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage([location.href.split("#")[0]]);
    const seen = new PerformanceObserver((list) => active.postMessage(list.getEntries().map((entry) => entry.name)));
    seen.observe({ type: "resource", buffered: true });
  });
})();
