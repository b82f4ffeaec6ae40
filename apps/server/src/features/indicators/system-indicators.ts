import type { Indicator, IndicatorDetail } from '@tradeloom/contracts'
import { SYSTEM_INDICATOR_TEXTS, SYSTEM_INDICATORS, type IndicatorKey } from '@tradeloom/indicators'

/** Whether an indicator of the program has this key. */
export function isSystemKey(key: string): key is IndicatorKey {
  return Object.hasOwn(SYSTEM_INDICATORS, key)
}

/** The indicators of the program, in the order of the catalog. Their ids are their keys. */
export const systemIndicators: readonly Indicator[] = Object.keys(SYSTEM_INDICATORS).filter(isSystemKey).map(viewSystem)

function viewSystem(key: IndicatorKey): Indicator {
  const { group, name, description, reference } = SYSTEM_INDICATOR_TEXTS[key]
  return {
    id: key,
    name,
    key,
    description: `${description} Source: ${reference}`,
    system: true,
    readOnly: true,
    shared: true,
    userId: null,
    username: null,
    group,
    parameters: SYSTEM_INDICATORS[key].parameters.map(({ name: of, defaultValue }) => ({ name: of, defaultValue })),
    clonedFromIndicator: null,
    created: null,
    updated: null,
  }
}

/** With the script that runs; null if there is none with this key. */
export function systemIndicator(key: string): IndicatorDetail | null {
  if (!isSystemKey(key)) return null
  return { ...viewSystem(key), script: SYSTEM_INDICATOR_TEXTS[key].source }
}
