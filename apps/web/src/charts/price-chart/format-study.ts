import { formatPlain } from '../../ui/format.ts'

const DIGITS = 6
/** Smaller values are shown as zero. */
const MAX_DECIMALS = 10

/** A value of a study, of whatever unit, with six digits: 0.00051234, 55.3, 1,234.5. */
export function formatStudy(value: number): string {
  return formatPlain(Number(value.toPrecision(DIGITS)), MAX_DECIMALS)
}
