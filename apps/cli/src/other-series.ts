import { UserError } from '@tradeloom/domain'
import type { OhlcColumns } from '@tradeloom/domain'
import { indicatorByKey, indicatorColumns } from '@tradeloom/indicators'

const PRICES = ['open', 'high', 'low', 'close', 'volume'] as const

/** The second series of an indicator as `--other` names it: a price of the bars, or an indicator such as `SMA:50`. */
export function otherSeries(name: string, bars: OhlcColumns): Float64Array {
  const price = PRICES.find((known) => known === name)
  if (price) return bars[price]
  const [key = '', args = ''] = name.split(':')
  const numbers = args === '' ? [] : args.split(',').map(Number)
  try {
    const definition = indicatorByKey(key)
    if (definition.outputs.length > 1 || definition.takesOther)
      throw new UserError('invalid-input', `--other ${name}: ${key} is not a single series`)
    return indicatorColumns(definition, numbers, bars)[0] as Float64Array
  } catch (error) {
    if (error instanceof RangeError) throw new UserError('invalid-input', `--other ${name}: ${error.message}`)
    throw error
  }
}
