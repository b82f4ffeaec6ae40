import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type Alert, endpoints } from '@tradeloom/contracts'
import { INTERVALS } from '@tradeloom/domain'
import { ALERT_INTERVALS } from '@tradeloom/domain/alerts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../ui/field-errors.ts'
import { useSending } from '../../ui/use-sending.ts'
import { instrumentsQuery } from '../instruments/market-data-queries.ts'
import { isListed } from '../instruments/use-instrument.ts'
import { FormFailure } from '../user/form-failure.tsx'
import { type AlertDraft, draftOf, hasBars, termsOf } from './alert-draft.ts'
import { IndicatorFields } from './indicator-fields.tsx'
import { alertsQuery } from './use-alerts.ts'

interface AlertFormProps {
  readonly instrumentId?: string
  readonly alert?: Alert
  readonly onDone: () => void
}

const KINDS = [
  { value: 'bid', label: 'Bid' },
  { value: 'ask', label: 'Ask' },
  { value: 'mid', label: 'Middle of bid and ask' },
  { value: 'spread', label: 'Spread' },
  { value: 'change', label: 'Change in percent' },
  { value: 'indicator', label: 'Indicator' },
]
const DIRECTIONS = [
  { value: 'crosses', label: 'crosses' },
  { value: 'above', label: 'is above' },
  { value: 'below', label: 'is below' },
]
const CHANGES = [
  { value: 'above', label: 'rises by' },
  { value: 'below', label: 'falls by' },
]
const FREQUENCIES = [
  { value: 'once', label: 'Once, at once' },
  { value: 'every', label: 'Each time' },
  { value: 'bar-close', label: 'At each bar close' },
]
const BARS = ALERT_INTERVALS.map((value) => ({ value, label: INTERVALS[value].label }))

/** The terms of an alert. */
export function AlertForm({ instrumentId, alert, onDone }: AlertFormProps): ReactElement {
  const [draft, setDraft] = useState(() => draftOf(instrumentId ?? null, alert))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const client = useQueryClient()
  const { isBusy, error, send } = useSending((failure) => failure instanceof ApiError && hasFields(failure.fields))
  const change = (changes: Partial<AlertDraft>): void => {
    setDraft({ ...draft, ...changes })
    setErrors({})
  }
  const submit = async (): Promise<void> => {
    const body = { terms: termsOf(draft), note: draft.note } as z.input<typeof endpoints.createAlert.body>
    const wrong = fieldErrors(endpoints.createAlert.body, body)
    if (hasFields(wrong)) return setErrors(wrong)
    try {
      if (alert === undefined) await call('createAlert', { body })
      else await call('changeAlert', { params: { id: alert.id }, body: { ...body, isPaused: false } })
    } catch (failure) {
      if (failure instanceof ApiError) setErrors(failure.fields)
      throw failure
    }
    await client.invalidateQueries({ queryKey: alertsQuery.queryKey })
    onDone()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void send(submit)
  }
  return (
    <form onSubmit={onSubmit} noValidate autoComplete="off">
      <Stack gap="sm">
        <FormFailure text={error} />
        <InstrumentSelect
          value={draft.instrumentId}
          isFixed={alert !== undefined}
          error={errorAt(errors, 'terms.instrumentId')}
          onChange={(next) => change({ instrumentId: next })}
        />
        <ValueFields draft={draft} errors={errors} onChange={change} />
        <TargetFields draft={draft} errors={errors} onChange={change} />
        <SimpleGrid cols={2} spacing="sm">
          <Select
            label="Notify"
            data={FREQUENCIES}
            allowDeselect={false}
            value={draft.fires}
            onChange={(fires) => change({ fires: (fires ?? 'once') as AlertDraft['fires'] })}
          />
          {hasBars(draft) ? (
            <Select
              label="Bars"
              data={BARS}
              allowDeselect={false}
              value={draft.interval}
              error={errorAt(errors, 'terms.interval')}
              onChange={(interval) => change({ interval: (interval ?? 'M15') as AlertDraft['interval'] })}
            />
          ) : null}
        </SimpleGrid>
        <TextInput
          label="Note"
          description="In front of the notification; may be empty"
          maxLength={100}
          value={draft.note}
          error={errorAt(errors, 'note')}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {alert === undefined ? 'Create alert' : 'Change'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface FieldsProps {
  readonly draft: AlertDraft
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<AlertDraft>) => void
}

/** What is watched. */
function ValueFields({ draft, errors, onChange }: FieldsProps): ReactElement {
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <Select
          label="Value"
          data={KINDS}
          allowDeselect={false}
          value={draft.kind}
          onChange={(kind) => onChange({ kind: (kind ?? 'bid') as AlertDraft['kind'] })}
        />
        {draft.kind === 'change' ? (
          <TextInput
            label="Within minutes"
            inputMode="numeric"
            maxLength={4}
            value={draft.minutes}
            error={errorAt(errors, 'terms.value')}
            onChange={(event) => onChange({ minutes: event.currentTarget.value })}
          />
        ) : null}
      </SimpleGrid>
      {draft.kind === 'indicator' ? (
        <IndicatorFields
          label="Indicator"
          value={{ key: draft.key, args: draft.args, output: draft.output }}
          error={errorAt(errors, 'terms.value')}
          onChange={onChange}
        />
      ) : null}
    </>
  )
}

/** What it is compared with. */
function TargetFields({ draft, errors, onChange }: FieldsProps): ReactElement {
  const isChange = draft.kind === 'change'
  const direction = isChange && draft.direction === 'crosses' ? 'above' : draft.direction
  const isIndicator = draft.isAgainstIndicator && !isChange
  const error = errorAt(errors, 'terms.against')
  return (
    <>
      <SimpleGrid cols={isChange ? 2 : 3} spacing="sm">
        <Select
          label="Condition"
          data={isChange ? CHANGES : DIRECTIONS}
          allowDeselect={false}
          value={direction}
          error={errorAt(errors, 'terms.direction')}
          onChange={(next) => onChange({ direction: (next ?? 'crosses') as AlertDraft['direction'] })}
        />
        {isChange ? null : (
          <Select
            label="Compare with"
            data={[
              { value: 'level', label: 'Number' },
              { value: 'indicator', label: 'Indicator' },
            ]}
            allowDeselect={false}
            value={isIndicator ? 'indicator' : 'level'}
            onChange={(next) => onChange({ isAgainstIndicator: next === 'indicator' })}
          />
        )}
        {isIndicator ? null : (
          <TextInput
            label={isChange ? 'Percent' : 'Number'}
            inputMode="decimal"
            maxLength={20}
            data-autofocus
            value={draft.level}
            error={error}
            onChange={(event) => onChange({ level: event.currentTarget.value })}
          />
        )}
      </SimpleGrid>
      {isIndicator ? (
        <IndicatorFields
          label="Compared indicator"
          value={{ key: draft.otherKey, args: draft.otherArgs, output: draft.otherOutput }}
          error={error}
          onChange={({ key, args, output }) =>
            onChange({
              ...(key === undefined ? {} : { otherKey: key }),
              ...(args === undefined ? {} : { otherArgs: args }),
              ...(output === undefined ? {} : { otherOutput: output }),
            })
          }
        />
      ) : null}
    </>
  )
}

interface InstrumentSelectProps {
  readonly value: string | null
  readonly isFixed: boolean
  readonly error: string | undefined
  readonly onChange: (id: string | null) => void
}

function InstrumentSelect({ value, isFixed, error, onChange }: InstrumentSelectProps): ReactElement {
  const listed = (useQuery(instrumentsQuery).data ?? []).filter(({ status }) => isListed(status))
  return (
    <Select
      label="Instrument"
      searchable
      allowDeselect={false}
      disabled={isFixed}
      nothingFoundMessage="No matches found"
      data={listed.map(({ id, displaySymbol, exchangeName }) => ({
        value: id,
        label: `${displaySymbol} ${exchangeName}`,
      }))}
      maxDropdownHeight={260}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}

/** The first problem of a field or of a part of it. */
function errorAt(errors: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.entries(errors).find(([key]) => key === path || key.startsWith(`${path}.`))?.[1]
}

function hasFields(fields: Readonly<Record<string, string>>): boolean {
  return Object.keys(fields).length > 0
}
