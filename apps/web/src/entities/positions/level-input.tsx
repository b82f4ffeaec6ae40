import { TextInput } from '@mantine/core'
import { type Side } from '@tradeloom/domain'
import { clearsLevel, type LevelField, type LevelReading } from '@tradeloom/domain/orders'
import type { ReactElement } from 'react'
import { decimalSeparator } from '../../ui/decimal-separator.ts'
import { formatNumber, formatPlain } from '../../ui/format.ts'

export type LevelKind = LevelField['kind']

export const LEVEL_KINDS = ['stopLoss', 'takeProfit', 'trailingStop'] as const satisfies readonly LevelKind[]

const NAMES: Readonly<Record<LevelKind, string>> = {
  stopLoss: 'Stop loss',
  takeProfit: 'Take profit',
  trailingStop: 'Trailing stop',
}

interface LevelInputProps {
  readonly kind: LevelKind
  readonly side: Side
  readonly text: string
  /** How the text is read; null where it clears the field. */
  readonly reading: LevelReading | null
  readonly precision: number
  readonly problem: string | null
  /** A text that the field was cleared of. */
  readonly unread?: string
  readonly isLocked?: boolean
  /** Whether its dialog opens with the focus here. */
  readonly hasFocus?: boolean
  readonly onText: (text: string) => void
  readonly onBlur?: () => void
}

/** Pips or a price: says at once how it reads what is typed. */
export function LevelInput(props: LevelInputProps): ReactElement {
  const { kind, side, text, reading, precision, problem, unread = '', isLocked, hasFocus, onText, onBlur } = props
  const isNone = problem === null && text.trim() !== '' && clearsLevel(text, decimalSeparator())
  const label = reading?.label ?? (side === 'BUY' ? '(SELL)' : '(BUY)')
  return (
    <TextInput
      size="sm"
      label={`${NAMES[kind]} ${text === '' ? '' : label}`.trim()}
      placeholder="pips or price (0.00)"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={text}
      readOnly={isLocked}
      data-autofocus={hasFocus || undefined}
      error={problem ?? undefined}
      description={
        reading !== null
          ? echo(kind, reading, precision)
          : isNone
            ? `Read as no ${NAMES[kind].toLowerCase()}`
            : unread === ''
              ? undefined
              : unreadText(kind, unread)
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}

/** That a text is no level, which its field does not show any more. */
export function unreadText(kind: LevelKind, text: string): string {
  return `"${text}" was read as no ${NAMES[kind].toLowerCase()}`
}

function echo(kind: LevelKind, { unit, price, pips, hint }: LevelReading, precision: number): string {
  if (hint !== null) return hint
  const level = formatNumber(price, precision).replaceAll(',', '')
  const distance = `${formatPlain(pips, 1)} pips`
  if (kind === 'trailingStop') return `Follows at ${distance}, from ${level}`
  return unit === 'pips' ? `${distance} = ${level}` : `${level} = ${distance}`
}
