/** Resolves when everything that was to be drawn in the next frame has been drawn. */
export function afterNextFrame(): Promise<void> {
  return new Promise((resolve) => {
    // Callbacks of the same frame that were added later run before the time-out.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
