import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { type OrderTemplate, templateName } from '@tradeloom/contracts/order-templates'
import { readNumber } from '@tradeloom/domain/orders'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useState } from 'react'
import { decimalSeparator } from '../../../../ui/decimal-separator.ts'
import { formatPlain } from '../../../../ui/format.ts'
import { toastSuccess } from '../../../../ui/toast.ts'
import { useSending } from '../../../../ui/use-sending.ts'
import { newTicketKey } from '../../../../entities/orders/ticket-key.ts'
import { FailureAlert } from '../../entry/failure-alert.tsx'
import { type Distance, summaryOf, templateOf, type TicketState } from './order-template.ts'
import { changeTemplates, templatesQuery } from './templates-store.ts'

interface SaveTemplateProps {
  readonly ticket: TicketState
  readonly instrument: MarketInstrument
  readonly onDone: () => void
}

type QuantityUnit = 'units' | 'equity' | 'none'

/** Names what a ticket holds, and says what of it is saved. */
export function SaveTemplate({ ticket, instrument, onDone }: SaveTemplateProps): ReactElement {
  const { draft } = ticket
  const { data } = useQuery(templatesQuery)
  const [id] = useState(newTicketKey)
  const [name, setName] = useState('')
  const [hasSide, setHasSide] = useState(false)
  const [quantityUnit, setQuantityUnit] = useState<QuantityUnit>(draft.quantity > 0 ? 'units' : 'none')
  const [share, setShare] = useState('10')
  const [unit, setUnit] = useState<Distance['unit']>(instrument.product === 'Forex' ? '' : '%')
  const [nameError, setNameError] = useState<string | null>(null)
  const { isBusy, error, send } = useSending()
  const replaced = data?.templates.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())
  const percent = readNumber(share, decimalSeparator())
  const isShare = percent > 0 && percent <= 100
  const quantity: OrderTemplate['quantity'] =
    quantityUnit === 'none' ? null : { value: quantityUnit === 'units' ? draft.quantity : percent, unit: quantityUnit }
  const template = templateOf(ticket, { id, name, hasSide, quantity, unit }, instrument)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const read = templateName.safeParse(name)
    setNameError(read.error?.issues[0]?.message ?? null)
    if (read.data === undefined || (quantityUnit === 'equity' && !isShare)) return
    const named = { ...template, name: read.data, id: replaced?.id ?? id }
    await send(async () => {
      await changeTemplates((all) => [...all.filter((one) => one.id !== named.id), named])
      toastSuccess(`Template ${named.name} saved`)
      onDone()
    })
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          data-autofocus
          maxLength={40}
          autoComplete="off"
          value={name}
          error={nameError}
          description={replaced === undefined ? undefined : 'Replaces the template of this name'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setNameError(null)
          }}
        />
        <Group grow align="flex-start" gap="sm">
          <NativeSelect
            label="Quantity"
            value={quantityUnit}
            data={[
              ...(draft.quantity > 0
                ? [{ value: 'units', label: `${formatPlain(draft.quantity)} ${instrument.dealt}` }]
                : []),
              { value: 'equity', label: 'A part of the equity' },
              { value: 'none', label: 'As in the ticket' },
            ]}
            onChange={(event) => setQuantityUnit(event.currentTarget.value as QuantityUnit)}
          />
          {quantityUnit === 'equity' ? (
            <TextInput
              label="Part of the equity"
              inputMode="decimal"
              autoComplete="off"
              maxLength={6}
              rightSection={<span className="muted">%</span>}
              value={share}
              error={isShare ? undefined : 'From 0 to 100'}
              onChange={(event) => setShare(event.currentTarget.value)}
            />
          ) : null}
        </Group>
        <NativeSelect
          label="Prices are kept as distances in"
          value={unit}
          data={[
            { value: '', label: 'pips' },
            { value: '%', label: '% of the price' },
          ]}
          onChange={(event) => setUnit(event.currentTarget.value as Distance['unit'])}
        />
        <Checkbox
          label={`With its side, ${draft.side}`}
          checked={hasSide}
          onChange={(event) => setHasSide(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          {summaryOf(template)}
        </Text>
        <FailureAlert failure={error} />
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button size="sm" type="submit" loading={isBusy}>
            {replaced === undefined ? 'Save' : 'Replace'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
