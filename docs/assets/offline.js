/* Has the pages that are visited kept for a time without a network. From a folder, without a server, they are at hand anyway. */
(() => {
  if (!location.protocol.startsWith("http") || !navigator.serviceWorker) return;
  const keeper = new URL("../kept.js", document.currentScript.src);
  const loaded = () => [location.href.split("#")[0], ...performance.getEntriesByType("resource").map((entry) => entry.name)];
  addEventListener("load", async () => {
    const first = !navigator.serviceWorker.controller;
    // Where a browser does not allow it, the pages are read as ever.
    await navigator.serviceWorker.register(keeper).catch(() => {});
    if (first) (await navigator.serviceWorker.ready).active.postMessage(loaded());
  });
})();
