// Written by tools/generate-indicators.mjs. Change the scripts in packages/indicators/src/catalog/ instead.
import type { IndicatorText } from './definition.ts'
import type { IndicatorKey } from './system.generated.js'

export declare const SYSTEM_INDICATOR_TEXTS: Readonly<Record<IndicatorKey, IndicatorText>>
