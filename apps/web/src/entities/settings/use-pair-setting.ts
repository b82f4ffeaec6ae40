import { useEffect } from 'react'
import { z } from 'zod'
import { COLOR_PAIRS, type ColorPair, showColorPair } from '../../ui/color-pair.ts'
import { type Setting, useSetting } from './use-setting.ts'

const PAIR: Setting<ColorPair> = { path: 'colors', schema: z.enum(COLOR_PAIRS), fallback: 'green-red' }

/** The colors of gains and losses, which this page shows from now on. */
export function usePairSetting(): readonly [ColorPair, (pair: ColorPair) => void] {
  const [pair, setPair] = useSetting(PAIR)
  useEffect(() => {
    // Few have chosen another one.
    if (pair !== PAIR.fallback) import('../../styles/color-pairs.css').catch(() => undefined)
    showColorPair(pair)
  }, [pair])
  return [pair, setPair]
}
