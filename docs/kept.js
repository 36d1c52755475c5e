/* Keeps every page that was visited, and what it needs, so that it can be read again without a network. It stands at the root of the site, since
   a service worker serves only what is beside and below it. What it keeps is of one build of the site: with the next one it begins afresh. */
const SITE = registration.scope;
const KEPT = `${SITE} BUILD`;

/** What the network gives; put aside if it is whole. It is asked for anew, since a browser's own cache may still have that of an earlier build. */
const fetched = async (request, kept) => {
  const answer = await fetch(request, { cache: "no-cache" });
  if (answer.status === 200) await kept.put(request, answer.clone());
  return answer;
};

/** What is kept, or else what the network gives. */
const answer = async (request) => {
  const kept = await caches.open(KEPT);
  return (await kept.match(request)) ?? fetched(request, kept);
};

/** Nothing of earlier builds remains. */
const forget = async () => {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(`${SITE} `) && name !== KEPT);
  await Promise.all(earlier.map((name) => caches.delete(name)));
};

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => event.waitUntil(forget().then(() => clients.claim())));

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(SITE)) event.respondWith(answer(event.request));
});

/* A page that was there first tells what it loads. */
addEventListener("message", (event) => {
  const own = event.data.filter((url) => url.startsWith(SITE));
  event.waitUntil(Promise.all(own.map((url) => answer(new Request(url)))));
});
