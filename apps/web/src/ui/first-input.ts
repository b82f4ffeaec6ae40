const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const

/** Resolves when the visitor touches the page, turns the wheel or presses a key. */
export function firstInput(): Promise<void> {
  return new Promise((resolve) => {
    const ends = new AbortController()
    const begin = (): void => {
      ends.abort()
      resolve()
    }
    for (const name of INPUTS)
      window.addEventListener(name, begin, { capture: true, passive: true, signal: ends.signal })
  })
}
