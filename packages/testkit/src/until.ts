const PAUSE_MS = 20

/** Waits for a state rather than a time; the test's own time limit ends it. */
export async function until(isReached: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isReached())) await new Promise((done) => setTimeout(done, PAUSE_MS))
}
