import { Alert, Anchor, Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type {
  Algorithm,
  AlgorithmVersion,
  AlgorithmVersionSummary,
  Backtest,
  MarketInstrument,
  NewTradingSession,
  TradingAccount,
} from '@tradeloom/contracts'
import { accountsFor, sessionIntervals, venueName } from '@tradeloom/domain'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { formatMoney } from '../../entities/instruments/format-money.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { versionQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { VersionSelect } from '../../entities/algorithms/version-select.tsx'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { newestDraft } from '../../entities/scripts/draft-store.ts'
import { ClosedNote } from '../../entities/orders/closed-note.tsx'
import { intervalLabel } from '../../entities/runs/run-labels.ts'
import { RunSeriesField } from '../../entities/datasets/run-series-field.tsx'
import { sendWhenFetched } from '../../entities/datasets/send-when-fetched.ts'
import { useRunSeries } from '../../entities/datasets/use-run-series.ts'
import { connectionText } from '../../entities/accounts/connection-text.ts'
import { SESSIONS } from './session-kind.ts'
import { WarmUpPrices } from './warm-up-prices.tsx'

type Interval = NewTradingSession['interval']
type InFlight = NonNullable<NewTradingSession['inFlight']>
type Resume = NonNullable<NewTradingSession['resume']>

const DEFAULT_INTERVAL = 'M15'

const IN_FLIGHT = {
  one: { label: 'One at a time', text: 'A market order is rejected while another is pending.' },
  any: { label: 'Any number', text: 'A script may place an order before the result of its last one arrives.' },
} as const satisfies Record<InFlight, object>

const RESUME = {
  replay: {
    label: 'Resume',
    text: 'After a restart, the script replays the same prices and fills to restore its state.',
  },
  fresh: {
    label: 'Start fresh',
    text: 'After a restart, the script starts fresh: it takes over its open positions, and its orders are canceled.',
  },
  stop: { label: 'Stop', text: 'After a restart, the session stops; its positions and their stops remain.' },
} as const satisfies Record<Resume, object>

const NETTING =
  'This account has one position in each market: an order in the other direction closes it first, as in backtests with netting. While the session runs, nobody else trades the market on this account.'

interface NewSessionFormProps {
  readonly algorithm: Pick<Algorithm, 'id' | 'readOnly'>
  /** Newest first; at least one. */
  readonly versions: readonly AlgorithmVersionSummary[]
  readonly instruments: readonly MarketInstrument[]
  readonly accounts: readonly TradingAccount[]
  readonly runningCount: number
  /** The settings to start with. */
  readonly backtest: Backtest | null
  readonly onClose: () => void
}

function useSessionForm({ versions, instruments, accounts, backtest }: NewSessionFormProps) {
  const traded = instruments.filter(({ status }) => status === 'active')
  const first = versions.find(({ id }) => id === backtest?.algorithmVersionId) ?? versions[0]
  const preferred =
    traded.find(({ id }) => id === backtest?.instrumentId) ??
    traded.find(({ symbol, tradingOpen }) => symbol === 'EURUSD' && tradingOpen) ??
    traded.find(({ tradingOpen }) => tradingOpen) ??
    traded[0]
  const [versionId, setVersionId] = useState(first?.id ?? '')
  const [chosenAccount, setAccountId] = useState<string | null>(null)
  const [instrumentId, setInstrumentId] = useState(preferred?.id ?? '')
  const market = traded.find(({ id }) => id === instrumentId)
  // The first one trades a market where none was chosen, as everywhere.
  const offered = market ? accountsFor(accounts, market) : []
  const account = offered.find(({ id }) => id === chosenAccount) ?? offered[0]
  const [wanted, setBarInterval] = useState<Interval>(backtest?.interval ?? DEFAULT_INTERVAL)
  const intervals = sessionIntervals(market?.broker ?? '')
  const interval = intervals.includes(wanted) ? wanted : DEFAULT_INTERVAL
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(backtest?.externals ?? {}).map(([name, value]) => [name, String(value)])),
  )
  const [inFlight, setInFlight] = useState<InFlight>('one')
  const [resume, setResume] = useState<Resume>('replay')
  const declared = versions.find(({ id }) => id === versionId)?.externals ?? []
  const textOf = (name: string, value: number | undefined): string =>
    texts[name] ?? (value === undefined ? '' : String(value))
  const externals = declared.map(({ name, defaultValue }) => ({ name, text: textOf(name, defaultValue) }))
  return {
    traded,
    market,
    offered,
    account,
    intervals,
    externals,
    values: { versionId, instrumentId, interval, inFlight, resume },
    set: { setVersionId, setAccountId, setInstrumentId, setBarInterval, setInFlight, setResume },
    setExternal: (name: string, text: string) => setTexts({ ...texts, [name]: text }),
  }
}

/** Version, market and account of a new session, and what it does in doubt. */
export function NewSessionForm(props: NewSessionFormProps): ReactElement {
  const { algorithm, versions, runningCount, onClose } = props
  const { values, set, traded, market, offered, account, intervals, externals, setExternal } = useSessionForm(props)
  const user = useUser()
  const navigate = useNavigate()
  const client = useQueryClient()
  const script = useQuery({ ...versionQuery(algorithm, values.versionId), enabled: values.versionId !== '' })
  const { versionId: algorithmVersionId } = values
  const series = useRunSeries(algorithmVersionId === '' ? null : { algorithmId: algorithm.id, algorithmVersionId })
  const [now] = useState(Date.now)
  const available = Math.max(0, (user?.liveTradingSessions ?? 0) - runningCount)
  const wrong = externals.filter(({ text }) => text.trim() === '' || !Number.isFinite(Number(text)))

  const start = useMutation({
    mutationFn: (body: NewTradingSession) =>
      sendWhenFetched(() => call('createSession', { params: { id: algorithm.id }, body })),
    async onSuccess(session) {
      toastSuccess('Session started')
      onClose()
      void client.invalidateQueries({ queryKey: ['sessions'] })
      void client.invalidateQueries({ queryKey: ['algorithms', 'own'] })
      // There is something to close now.
      void client.invalidateQueries({ queryKey: ['kill-accounts'] })
      await navigate(SESSIONS.pageOf({ id: session.id, algorithmId: algorithm.id }, false))
    },
    onError: (error) => toastError(`Error starting session: ${errorText(error)}`),
  })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!account || wrong.length > 0 || !(await series.ready())) return
    start.mutate({
      algorithmId: algorithm.id,
      algorithmVersionId: values.versionId,
      brokerAccountId: account.id,
      brokerConnectionId: account.connectionId,
      instrumentId: values.instrumentId,
      interval: values.interval,
      inFlight: values.inFlight,
      resume: values.resume,
      externals: Object.fromEntries(externals.map(({ name, text }) => [name, Number(text)])),
      status: 'Active',
    })
  }
  const isReady = script.isSuccess && available > 0 && account !== undefined && values.instrumentId !== ''
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <VersionSelect label="Version" versions={versions} value={values.versionId} onChange={set.setVersionId} />
        <UnsavedNote algorithmId={algorithm.id} version={script.data} />
        {script.isError ? (
          <Text size="xs" c="var(--loss)" role="alert">
            Error retrieving algorithm version: {errorText(script.error)}
          </Text>
        ) : null}
        <Choice
          label="Account"
          value={account?.id ?? ''}
          error={account === undefined ? null : connectionText(account)}
          data={offered.map((one) => ({ value: one.id, label: accountLabel(one) }))}
          onChange={set.setAccountId}
        />
        {account?.model === 'netting' ? (
          <Text size="xs" c="dimmed" role="note">
            {NETTING}
          </Text>
        ) : null}
        <SimpleGrid cols={2} spacing="sm">
          <Choice
            label="Instrument"
            isSearchable
            value={values.instrumentId}
            data={traded.map(({ id, displaySymbol, broker }) => ({
              value: id,
              label: `${displaySymbol} ${venueName(broker)}`,
            }))}
            onChange={set.setInstrumentId}
          />
          <Choice
            label="Interval"
            value={values.interval}
            data={intervals.map((key) => ({ value: key, label: intervalLabel(key) }))}
            onChange={set.setBarInterval}
          />
        </SimpleGrid>
        {market === undefined ? null : <WarmUpPrices instrumentId={market.id} interval={values.interval} />}
        {market?.tradingOpen === false ? (
          <ClosedNote
            instrument={market}
            text={`${market.displaySymbol} is closed now: the session starts, and waits for its first price.`}
            onInstrument={set.setInstrumentId}
          />
        ) : null}
        {externals.length === 0 ? null : (
          <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm" role="group" aria-label="Externals">
            {externals.map(({ name, text }) => (
              <TextInput
                key={name}
                label={name}
                inputMode="decimal"
                value={text}
                error={wrong.some((one) => one.name === name) ? 'Must be a number' : null}
                onChange={({ currentTarget }) => setExternal(name, currentTarget.value)}
              />
            ))}
          </SimpleGrid>
        )}
        <RunSeriesField series={series} start={now} />
        <Choice
          label="Pending orders"
          value={values.inFlight}
          data={optionsOf(IN_FLIGHT)}
          text={IN_FLIGHT[values.inFlight].text}
          onChange={set.setInFlight}
        />
        <Choice
          label="After an interruption"
          value={values.resume}
          data={optionsOf(RESUME)}
          text={RESUME[values.resume].text}
          onChange={set.setResume}
        />
        {available > 0 ? null : (
          <Text size="sm" role="status">
            You have 0 sessions available.{' '}
            <Anchor size="sm" renderRoot={(rest) => <Link to="/pricing" {...rest} />}>
              Upgrade
            </Anchor>
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} loading={series.isAwaited || start.isPending}>
            OK
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface UnsavedNoteProps {
  readonly algorithmId: string
  /** The chosen one, once it is loaded. */
  readonly version: AlgorithmVersion | undefined
}

/** A session runs what is saved, whatever the editor shows. */
function UnsavedNote({ algorithmId, version }: UnsavedNoteProps): ReactElement | null {
  const userId = useUser()?.id
  if (userId === undefined || version === undefined) return null
  const draft = newestDraft(userId, `algorithm/${algorithmId}/`)
  if (draft === null || draft.text === version.script) return null
  return (
    <Alert color="yellow" p="6px 10px" role="status">
      {`Your unsaved changes are not part of it: the session runs ${version.displayVersionNo} as it was saved. `}
      <Anchor
        size="sm"
        renderRoot={(rest) => <Link to="/algorithms/$algorithmId/edit" params={{ algorithmId }} {...rest} />}
      >
        Open the editor
      </Anchor>
    </Alert>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly data: readonly { readonly value: string; readonly label: string }[]
  /** What the choice means. */
  readonly text?: string
  readonly isSearchable?: boolean
  /** What is wrong with it. */
  readonly error?: string | null
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>(props: ChoiceProps<Value>): ReactElement {
  const { label, value, data, text, isSearchable = false, error = null, onChange } = props
  return (
    <Select
      label={label}
      value={value}
      data={[...data]}
      allowDeselect={false}
      searchable={isSearchable}
      error={error}
      nothingFoundMessage="No matches found"
      maxDropdownHeight={260}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(text === undefined ? {} : { description: text })}
      onChange={(next) => next !== null && onChange(next as Value)}
    />
  )
}

function optionsOf(choices: Readonly<Record<string, { readonly label: string }>>) {
  return Object.entries(choices).map(([value, { label }]) => ({ value, label }))
}

function accountLabel({ broker, type, balance, currency, ...rest }: TradingAccount): string {
  const state = connectionText({ broker, ...rest }) === null ? '' : ' · not connected'
  return `${type === 'paper' ? 'Paper' : broker} · ${formatMoney(balance, currency)}${state}`
}
