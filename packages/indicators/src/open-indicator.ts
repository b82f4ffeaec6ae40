import type { IndicatorBar } from './indicator-bar.ts'
import type { IndicatorDefinition, IndicatorFormula } from './definition.ts'
import { Kit } from './kit/kit.ts'
import { Parts } from './kit/parts.ts'
import type { OtherSeries } from './other-series.ts'

/**
 * A fresh instance of an indicator: its formula with its own kit and its arguments. Throws RangeError if its second series is missing.
 */
export function openIndicator(
  definition: IndicatorDefinition,
  args: readonly (number | undefined)[],
  bar: Readonly<IndicatorBar>,
  other: OtherSeries | undefined,
): { readonly formula: IndicatorFormula; readonly parts: Parts } {
  const { key, parameters, takesOther, factory } = definition
  if (takesOther !== (other !== undefined)) {
    throw new RangeError(takesOther ? `${key} needs a second series` : `${key} takes no second series`)
  }
  const parts = new Parts()
  const kit = new Kit(bar, parts)
  const scope = {
    bar,
    kit,
    ring: (size: number) => kit.ring(size),
    other: () => (other === undefined ? NaN : parts.isForming ? other.forming() : other.finished()),
    isForming: () => parts.isForming,
  }
  // A custom indicator has defaults that are not numbers; it sets them itself.
  const all = definition.isCustom === true ? args : parameters.map(({ defaultValue }, at) => args[at] ?? defaultValue)
  return { formula: factory(scope, all), parts }
}
