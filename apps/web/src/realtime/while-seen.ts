/** A page that is hidden for longer gets no live data. */
const HIDDEN_MS = 5_000

/**
 * Runs something while the page is seen: what it returns ends it once the page has been hidden for 5 s, and it runs again
 * when the page comes back. Returns how to end all of it.
 */
export function whileSeen(run: (isAgain: boolean) => () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop: (() => void) | null = run(false)
  const onChange = (): void => {
    clearTimeout(timer)
    if (!document.hidden) stop ??= run(true)
    else
      timer = setTimeout(() => {
        stop?.()
        stop = null
      }, HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onChange)
    stop?.()
  }
}
