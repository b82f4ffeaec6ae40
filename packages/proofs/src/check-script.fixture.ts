import { runInThisContext } from 'node:vm'
import type { BarInterval } from '@tradeloom/domain'
import { createRandom } from '@tradeloom/domain'
import type { ScriptFactory } from '@tradeloom/engine'
import { analyseScript, wrapScript } from '@tradeloom/script'

import { prove } from './prove.ts'
import type { ProofReport } from './report.ts'
import { scriptHints } from './script-hints.ts'
import type { Sample } from './synthetic-sample.ts'

interface Changes {
  readonly seed?: number
  readonly interval?: BarInterval
  readonly sample?: (externals: Record<string, number>) => Sample
}

/** Checks a script in this process, with a simulated clock and seeded chance as the sandbox has them. */
export function checkScript(source: string, { seed = 1, interval = 'M15', sample }: Changes = {}): ProofReport {
  const { javascript, externals: declared, errors } = analyseScript(source, 'algorithm')
  if (errors[0]) throw new Error(`${errors[0].line}: ${errors[0].message}`)
  const names = declared.map(({ name }) => name)
  const externals = Object.fromEntries(declared.map(({ name, defaultValue }) => [name, defaultValue ?? 0]))
  let random = createRandom(seed)
  let now: () => number = () => 0
  const math = Object.create(Math, { random: { value: () => random() } }) as Math
  const text = wrapScript(javascript, names)
  const open = '(function(Math,Date){return '
  const columnOffset = -open.length - text.indexOf(javascript)
  const make = runInThisContext(`${open}${text}})`, { filename: 'algorithm.js', columnOffset }) as (
    math: Math,
    date: DateConstructor,
  ) => ScriptFactory
  const RealDate = Date
  const date = function (...parts: unknown[]): Date {
    return Reflect.construct(RealDate, parts.length === 0 ? [now()] : parts) as Date
  } as unknown as DateConstructor
  Object.assign(date, { now: () => now(), UTC: RealDate.UTC, parse: RealDate.parse })
  const steps = prove({
    factory: make(math, date),
    world: { begin: (given) => void (random = createRandom(given)), useClock: (clock) => void (now = clock) },
    hints: scriptHints(javascript),
    sample: sample?.(externals) ?? null,
    interval,
    externals,
    seed,
  })
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
