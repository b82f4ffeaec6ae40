import { TextInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import classes from './ticket.module.css'

interface NumberInputProps {
  readonly text: string
  readonly problem: string | null
  readonly onText: (text: string) => void
  readonly label: string
  readonly unit: string
  readonly onBlur?: () => void
  /** It follows from what was typed elsewhere. */
  readonly isDerived?: boolean
  readonly echo?: string
  readonly isLocked?: boolean
  /** Whether its dialog opens with the focus here. */
  readonly hasFocus?: boolean
}

/** A number of an order, with its unit and what is wrong with it. */
export function NumberInput(props: NumberInputProps): ReactElement {
  const { label, unit, text, problem, isDerived = false, isLocked, hasFocus, echo, onText, onBlur } = props
  // A default or derived number that changed under the cursor would be joined with what is typed.
  const [held, setHeld] = useState<string | null>(null)
  return (
    <TextInput
      size="sm"
      label={label}
      className={classes['number'] ?? ''}
      data-derived={isDerived || undefined}
      rightSection={<span className="muted">{unit}</span>}
      rightSectionWidth={48}
      rightSectionPointerEvents="none"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={held ?? text}
      readOnly={isLocked}
      data-autofocus={hasFocus || undefined}
      error={problem ?? undefined}
      description={echo}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onFocus={() => setHeld(text)}
      onChange={(event) => {
        setHeld(null)
        onText(event.currentTarget.value)
      }}
      onBlur={() => {
        setHeld(null)
        onBlur?.()
      }}
    />
  )
}
