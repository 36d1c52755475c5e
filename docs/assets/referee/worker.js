// Runs the Referee, which is Python, away from the page. It hears {id, request} and says {id, answer} or {id, broken};
// before that {progress}, and then {ready} or {failed}.

/** @typedef {{ runPython(code: string): any, unpackArchive(archive: ArrayBuffer, format: string, options: object): void }} Pyodide */

/** @param {string} progress What is being done, in words. */
const tell = (progress) => postMessage({ progress });

/**
 * @param {string} file Beside this script.
 * @returns {Promise<ArrayBuffer>}
 */
async function load(file) {
  const answer = await fetch(new URL(file, import.meta.url));
  if (!answer.ok) throw new Error(`${file} cannot be loaded (${answer.status})`);
  return answer.arrayBuffer();
}

/** @returns {Promise<(request: string) => string>} The Referee, ready to be asked. */
async function start() {
  tell("Loading Python, some megabytes the first time …");
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const [python, packages] = await Promise.all([
    /** @type {Promise<Pyodide>} */ (loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href })),
    load("dhumbal.zip"),
  ]);
  tell("Unpacking the engine …");
  python.unpackArchive(packages, "zip", { extractDir: "/dhumbal" });
  tell("Reading the rules …");
  return python.runPython(`
import sys
sys.path.insert(0, "/dhumbal")
from dhumbal_conformance.referee import Referee
Referee().answer
`);
}

const ready = start();
ready.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error.message ?? error) }),
);

addEventListener("message", async ({ data }) => {
  const answer = await ready;
  try {
    postMessage({ id: data.id, answer: answer(data.request) });
  } catch (error) {
    postMessage({
      id: data.id,
      broken: String(/** @type {Error} */ (error).message)
        .trim()
        .split("\n")
        .at(-1),
    });
  }
});
