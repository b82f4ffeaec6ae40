import { NumberInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'

interface EmbedSizeProps {
  readonly label: 'Width' | 'Height'
  readonly value: number
  readonly least: number
  readonly onChange: (value: number) => void
}

const MOST = 4_000

/** A side of an embedded chart in pixels; one that is too small is raised, and says so. */
export function EmbedSize({ label, value, least, onChange }: EmbedSizeProps): ReactElement {
  const [typed, setTyped] = useState<number | string>(value)
  const [isRaised, setRaised] = useState(false)
  const take = (): void => {
    const wanted = typeof typed === 'number' ? typed : Number.NaN
    const next = Math.min(MOST, Math.max(least, Number.isFinite(wanted) ? Math.round(wanted) : value))
    setRaised(wanted < least)
    setTyped(next)
    onChange(next)
  }
  return (
    <NumberInput
      label={label}
      suffix=" px"
      allowDecimal={false}
      allowNegative={false}
      step={10}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      description={
        isRaised ? (
          <span className="warn" role="status">{`Raised to ${least} px, the least ${label.toLowerCase()}`}</span>
        ) : undefined
      }
      inputWrapperOrder={['label', 'input', 'description']}
      style={{ flex: 1 }}
    />
  )
}
