import { Alert, SegmentedControl } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import type { OrderType, Side } from '@tradeloom/domain'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { LEVEL_KINDS, LevelInput } from '../../../entities/positions/level-input.tsx'
import { ClosedNote } from '../../../entities/orders/closed-note.tsx'
import { MarkLine } from '../../../entities/prices/mark-line.tsx'
import { LiveBar } from '../../../entities/accounts/live-bar.tsx'
import { usePickedPrice } from '../../../entities/orders/picked-price.ts'
import { type TicketField, typesOf } from './read-ticket.ts'
import { TicketChoices } from './ticket-choices.tsx'
import { TicketLink } from './ticket-link.tsx'
import { TicketNumbers } from './ticket-numbers.tsx'
import { TicketSides } from './ticket-sides.tsx'
import { TicketSubmit } from './ticket-submit.tsx'
import classes from '../entry/ticket.module.css'
import { TradePreview } from '../entry/trade-preview.tsx'
import type { DefaultTemplate } from './templates/default-template.ts'
import { type Filled, FilledNote, TicketTemplates } from './templates/ticket-templates.tsx'
import { useTicket } from './use-ticket.ts'

const TYPE_KEYS: Readonly<Record<string, OrderType>> = { m: 'MARKET', l: 'LIMIT', t: 'STOP', k: 'STOP_LIMIT' }
const SIDE_KEYS: Readonly<Record<string, Side>> = { s: 'SELL', b: 'BUY' }

interface TicketFormProps {
  readonly instrument: MarketInstrument
  /** At first. */
  readonly side: Side
  readonly type: OrderType
  readonly onType: (type: OrderType) => void
  readonly onInstrument: (instrumentId: string) => void
  readonly byDefault: DefaultTemplate
}

/** An order with its preview. Keys alone choose type and side where nothing is typed; only Enter sends. */
export function TicketForm({ instrument, onInstrument, byDefault, ...choice }: TicketFormProps): ReactElement {
  const ticket = useTicket(instrument, choice)
  const { side, type, texts, readings, draft, account, known, general, failure } = ticket
  const form = useRef<HTMLFormElement>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [filled, setFilled] = useState<Filled | null>(null)
  usePickedPrice(instrument.id, (order) => {
    ticket.pick(order)
    if (order.hasFocus) form.current?.querySelector<HTMLElement>('input[inputmode="decimal"]')?.focus()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void ticket
      .submit(event.timeStamp)
      .then(() => form.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    const { key, target } = event
    // In its menu, keys mean something else.
    if (!(target instanceof Node && event.currentTarget.contains(target))) return
    // A key that is held down sends one order.
    if (key === 'Enter' && event.repeat) event.preventDefault()
    const isTyping = target instanceof HTMLInputElement && target.type !== 'radio'
    if (key === 'Escape' && isTyping) {
      event.stopPropagation()
      event.currentTarget.querySelector<HTMLElement>('input[type="radio"]:checked')?.focus()
    }
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    if (key.toLowerCase() === 'p') setMenuOpen(true)
    const [nextType, nextSide] = [TYPE_KEYS[key.toLowerCase()], SIDE_KEYS[key.toLowerCase()]]
    if (nextType !== undefined && typesOf(instrument).includes(nextType)) ticket.setType(nextType)
    if (nextSide !== undefined) ticket.setSide(nextSide)
  }
  const fieldProps = (field: TicketField) => ({
    text: texts[field],
    problem: ticket.problemOf(field),
    onText: (text: string): void => ticket.setText(field, text),
    onBlur: (): void => ticket.touch(field),
  })
  return (
    <form ref={form} className={classes['ticket']} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <LiveBar accounts={account === null ? [] : [account]} />
      <div className={classes['columns']}>
        <div className={classes['terms']}>
          <div className={classes['choices']}>
            <TicketChoices ticket={ticket} instrument={instrument} onInstrument={onInstrument} />
            <TicketTemplates
              ticket={ticket}
              instrument={instrument}
              byDefault={byDefault}
              isOpen={isMenuOpen}
              onOpen={setMenuOpen}
              onFilled={setFilled}
            />
          </div>
          {filled === null ? null : <FilledNote filled={filled} onClose={() => setFilled(null)} />}
          {known.instrument?.tradingOpen === false ? (
            <ClosedNote
              instrument={instrument}
              text={`${instrument.displaySymbol} is closed now.`}
              onInstrument={onInstrument}
            />
          ) : null}
          <SegmentedControl
            size="xs"
            fullWidth
            className={classes['types'] ?? ''}
            aria-label="Order type"
            data={[...typesOf(instrument)]}
            value={type}
            onChange={ticket.setType}
          />
          <MarkLine instrument={instrument} />
          <TicketSides side={side} instrument={instrument} onSide={ticket.setSide} />
          <div className={classes['fields']}>
            <TicketNumbers ticket={ticket} instrument={instrument} fieldProps={fieldProps} />
            {LEVEL_KINDS.map((kind) => (
              <LevelInput
                key={kind}
                kind={kind}
                side={side}
                reading={readings[kind]}
                instrument={instrument}
                currency={account?.currency ?? instrument.quote}
                unread={ticket.unread[kind]}
                {...fieldProps(kind)}
              />
            ))}
            <TicketLink ticket={ticket} instrument={instrument} />
          </div>
        </div>
        <TradePreview
          instrument={instrument}
          draft={draft}
          account={account}
          known={known}
          problem={general}
          onQuantity={(text) => ticket.setText('quantity', text)}
        />
      </div>
      {failure === null ? null : (
        <Alert role="alert" color="red" p="6px 10px" icon={<IconAlertTriangle size={16} aria-hidden />}>
          {failure}
        </Alert>
      )}
      <TicketSubmit ticket={ticket} instrument={instrument} />
    </form>
  )
}
