// The way from the page to the worker, and from there to links and files.

/**
 * @typedef {{ line: number, column: number, message: string, hint: string }} Problem
 * @typedef {Record<string, any> & { problems?: Problem[] }} Answer
 */

export class Desk {
  /** @param {(words: string) => void} tell Shows how far the loading is. */
  constructor(tell) {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.asked = 0;
    /** @type {Map<number, { resolve: (answer: Answer) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = (event) => reject(new Error(event.message || "the worker did not start"));
      this.worker.onmessage = ({ data }) => {
        if (data.progress) tell(data.progress);
        else if (data.ready) resolve();
        else if (data.failed) reject(new Error(data.failed));
        else this.hear(data);
      };
    });
  }

  /**
   * @param {string} what One of the things that the Referee can be asked for.
   * @param {Record<string, any>} [more]
   * @returns {Promise<Answer>}
   */
  ask(what, more = {}) {
    const id = ++this.asked;
    this.worker.postMessage({ id, request: JSON.stringify({ ask: what, ...more }) });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** @param {{ id: number, answer?: string, broken?: string }} heard */
  hear({ id, answer, broken }) {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    if (answer === undefined) asked?.reject(new Error(broken));
    else asked?.resolve(JSON.parse(answer));
  }
}

/**
 * @param {BodyInit} content
 * @param {CompressionStream | DecompressionStream} through
 */
const passed = async (content, through) =>
  new Uint8Array(await new Response(/** @type {ReadableStream} */ (new Response(content).body).pipeThrough(through)).arrayBuffer());

/**
 * @param {string} text
 * @returns {Promise<string>} The text for a link.
 */
export async function packed(text) {
  const bytes = await passed(text, new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/**
 * @param {string} link
 * @returns {Promise<string>} The text that a link carries.
 */
export async function unpacked(link) {
  const bytes = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return new TextDecoder().decode(await passed(bytes, new DecompressionStream("deflate-raw")));
}

/**
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/**
 * @param {string} text Of a stored run.
 * @returns {Array<Record<string, any>> | null} The results with a failure; null when this is no stored run.
 */
export function failures(text) {
  try {
    const events = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    return events[0]?.type === "header" ? events.filter((event) => event.type === "result" && event.failure) : null;
  } catch {
    return null;
  }
}
