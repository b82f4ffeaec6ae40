import type { ScriptFactory } from '@tradeloom/engine'
import type { Clock } from './simulated-globals.ts'

/** A script that hands its own clock to the built-in objects, before the run or session of it exists. */
export function clockedScript(factory: ScriptFactory, useClock: (clock: Clock) => void): ScriptFactory {
  return (api, guard) => {
    if (typeof api['now'] === 'function') useClock(api['now'] as Clock)
    return factory(api, guard)
  }
}
