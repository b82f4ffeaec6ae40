import type { ReactElement } from 'react'
import { formatSigned, signClass } from '../ui/format.ts'
import { Donut, type DonutPart } from './donut.tsx'

interface SignedDonutProps {
  readonly label: string
  /** What it means, on hover. */
  readonly title?: string
  /** Null while it is not known. */
  readonly value: number | null
  readonly decimals?: number
  readonly parts: readonly DonutPart[]
}

/** A gain or a loss in a ring of what it consists of. */
export function SignedDonut({ label, title, value, decimals = 2, parts }: SignedDonutProps): ReactElement {
  return (
    <Donut label={label} title={title} value={formatSigned(value, decimals)} tone={signClass(value)} parts={parts} />
  )
}

/** A gain or a loss as a part of a ring, named with its value. */
export function signedPart(name: string, value: number | null, decimals = 2): DonutPart {
  const tone = (value ?? 0) < 0 ? 'loss' : 'gain'
  return { name: `${name} ${formatSigned(value, decimals)}`, value: value ?? 0, tone }
}
