/** What is painted again when it has changed, without React. */
export interface Painter {
  /** It has changed: paints it in one of the next frames. */
  readonly ask: () => void
  readonly stop: () => void
}

interface Asked {
  readonly everyMs: number
  readonly paint: () => void
  /** By the clock of frames. */
  next: number
}

const asked = new Set<Asked>()
let isRunning = false

/** A painter that paints at most that often. All of the page share one animation frame. */
export function paintAtMost(everyMs: number, paint: () => void): Painter {
  const one: Asked = { everyMs, paint, next: -Infinity }
  return {
    ask: () => {
      asked.add(one)
      run()
    },
    stop: () => void asked.delete(one),
  }
}

function run(): void {
  if (isRunning) return
  isRunning = true
  requestAnimationFrame((now) => {
    isRunning = false
    for (const one of asked) {
      if (now < one.next) continue
      asked.delete(one)
      one.next = now + one.everyMs
      one.paint()
    }
    if (asked.size > 0) run()
  })
}
