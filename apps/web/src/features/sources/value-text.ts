import type { SourceDatasetReply } from '@tradeloom/contracts'
import { formatPlain, NOTHING } from '../../ui/format.ts'

/** A value as the provider gave it: no digit is left out. */
export function valueText(value: SourceDatasetReply['data'][number][number] | undefined): string {
  if (value === null || value === undefined) return NOTHING
  return typeof value === 'number' ? formatPlain(value, 20) : value
}
