import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { type Setting, useSetting } from '../settings/use-setting.ts'
import type { Panel } from './define-panel.ts'

type Values = Readonly<Record<string, unknown>>
type Kept = Readonly<Record<string, Values>>

const SAVE_DELAY_MS = 500
/** The instruments that were used longest ago are forgotten. */
const MAX_KEPT = 100

const schema: z.ZodType<Kept> = z.record(z.string(), z.record(z.string(), z.unknown()))

const settingOf = ({ name }: Pick<Panel, 'name'>): Setting<Kept> => ({ path: `panels.${name}`, schema, fallback: {} })

/**
 * The options of a panel that are kept with the user, of the instrument that it shows, and how to keep others. A change is
 * stored at once, and those that follow on it, as letters do, after a moment.
 */
export function useKeptOptions(
  panel: Pick<Panel, 'name'>,
  instrumentId: string,
): readonly [Values, (values: Values) => void] {
  const [kept, store] = useSetting(settingOf(panel))
  const [typed, setTyped] = useState<Kept>({})
  const savedAt = useRef(-Infinity)
  const save = useEffectEvent(() => {
    if (Object.keys(typed).length === 0) return
    const others = Object.entries(kept).filter(([id]) => typed[id] === undefined)
    store(Object.fromEntries([...others, ...Object.entries(typed)].slice(-MAX_KEPT)))
    savedAt.current = Date.now()
    setTyped({})
  })
  useEffect(() => {
    if (Object.keys(typed).length === 0) return undefined
    const timer = setTimeout(save, Date.now() - savedAt.current < SAVE_DELAY_MS ? SAVE_DELAY_MS : 0)
    return () => clearTimeout(timer)
  }, [typed])
  // What was typed just before the panel closed.
  useEffect(() => () => save(), [])
  const values = typed[instrumentId] ?? kept[instrumentId] ?? {}
  return [values, (next) => setTyped((before) => ({ ...before, [instrumentId]: next }))]
}
