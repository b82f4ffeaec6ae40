import { NativeSelect, TextInput } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { type Side } from '@tradeloom/domain'
import { clearsLevel, type LevelField, type LevelReading, splitLevel } from '@tradeloom/domain/orders'
import { type ReactElement, useState } from 'react'
import { decimalSeparator } from '../../ui/decimal-separator.ts'
import { formatNumber, formatPlain } from '../../ui/format.ts'
import classes from './level-input.module.css'

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
  readonly instrument: Pick<MarketInstrument, 'contract' | 'precision' | 'product' | 'quote'>
  /** Of the account: what may be lost or won can be typed in it. */
  readonly currency: string
  readonly problem: string | null
  /** A text that the field was cleared of. */
  readonly unread?: string
  readonly isLocked?: boolean
  /** Whether its dialog opens with the focus here. */
  readonly hasFocus?: boolean
  readonly onText: (text: string) => void
  readonly onBlur?: () => void
}

const UNITS = { '': 'pips, price', '%': '%' }

/** A price, or a distance in pips, in percent or in money: says at once how it reads what is typed. */
export function LevelInput(props: LevelInputProps): ReactElement {
  const { kind, side, text, reading, instrument, currency, problem, unread = '', isLocked, hasFocus } = props
  const { number, unit } = splitLevel(text)
  /** Of the next text: an empty one has none. */
  const [chosen, setChosen] = useState('')
  const shown = text === '' ? chosen : unit
  const isNone = problem === null && text.trim() !== '' && clearsLevel(text, decimalSeparator())
  const label = reading?.label ?? (side === 'BUY' ? '(SELL)' : '(BUY)')
  // What a trailing stop loses depends on how far the market goes first.
  const hasMoney = kind !== 'trailingStop' && instrument.contract !== 'inverse'
  const onNumber = (typed: string): void => {
    setChosen(shown)
    props.onText(typed === '' || shown === '' ? typed : withUnit(typed, shown))
  }
  return (
    <TextInput
      size="sm"
      label={`${NAMES[kind]} ${text === '' ? '' : label}`.trim()}
      placeholder={shown === '' ? 'none' : placeholderOf(kind, shown)}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={unit === shown ? (unit === '' ? text : number) : text}
      readOnly={isLocked}
      data-autofocus={hasFocus || undefined}
      error={problem ?? undefined}
      description={
        reading !== null
          ? echo(kind, reading, instrument)
          : isNone
            ? `Read as no ${NAMES[kind].toLowerCase()}`
            : unread === ''
              ? undefined
              : unreadText(kind, unread)
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={
        <NativeSelect
          size="xs"
          variant="unstyled"
          className={classes['unit'] ?? ''}
          rightSectionWidth={16}
          aria-label={`Unit of the ${NAMES[kind].toLowerCase()}`}
          disabled={isLocked ?? false}
          data={[
            ...Object.entries(UNITS).map(([value, name]) => ({ value, label: name })),
            ...(hasMoney ? [{ value: currency, label: currency }] : []),
          ]}
          value={shown}
          // The same number would be another level.
          onChange={(event) => {
            setChosen(event.currentTarget.value)
            props.onText('')
          }}
        />
      }
      rightSectionWidth={96}
      onChange={(event) => onNumber(event.currentTarget.value)}
      onBlur={props.onBlur}
    />
  )
}

function withUnit(typed: string, unit: string): string {
  if (splitLevel(typed).unit !== '') return typed
  return unit === '%' ? `${typed}%` : `${typed} ${unit}`
}

function placeholderOf(kind: LevelKind, unit: string): string {
  if (unit === '%') return 'of the price'
  return kind === 'stopLoss' ? 'at risk' : 'to win'
}

/** That a text is no level, which its field does not show any more. */
export function unreadText(kind: LevelKind, text: string): string {
  return `"${text}" was read as no ${NAMES[kind].toLowerCase()}`
}

function echo(kind: LevelKind, reading: LevelReading, instrument: LevelInputProps['instrument']): string | undefined {
  const { unit, price, hint } = reading
  if (hint !== null) return hint
  // The problem says what is missing.
  if (Number.isNaN(price)) return undefined
  const level = formatNumber(price, instrument.precision)
  const distance = distanceText(reading, instrument)
  if (kind === 'trailingStop') return `Follows at ${distance}, from ${level}`
  return unit === 'pips' ? `${distance} = ${level}` : `${level} = ${distance}`
}

/** In pips where they were typed, and where traders think in them. */
function distanceText(
  { unit, pips, distance }: LevelReading,
  { precision, product, quote }: LevelInputProps['instrument'],
): string {
  if (unit === 'pips' || product === 'Forex') return `${formatPlain(pips, 1)} pips`
  return `${formatNumber(distance, precision)} ${quote}`
}
