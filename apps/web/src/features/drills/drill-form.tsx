import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { TradingAccount } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { DRILL_KINDS, type DrillKind, DRILLS } from '@tradeloom/domain/drills'
import { type ReactElement, useState } from 'react'
import { call } from '../../api/call.ts'
import { accountsQuery } from '../../entities/accounts/trading-queries.ts'
import { bySymbol } from '../../entities/instruments/group-instruments.ts'
import { isListed } from '../../entities/instruments/use-instrument.ts'
import { useInstruments } from '../../entities/instruments/use-instruments.ts'
import { FeedDot } from '../../entities/prices/feed-dot.tsx'
import { useFeed } from '../../entities/prices/market-prices.ts'
import { formatCount } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { useSending } from '../../ui/use-sending.ts'
import { drillsQuery } from './drill-queries.ts'

interface DrillFormProps {
  readonly account: TradingAccount
  readonly name: string
  readonly open: { readonly positions: number; readonly stops: number }
  readonly isPossible: boolean
}

/** Chooses a bad day, and says what it will do and to what. */
export function DrillForm({ account: { id }, name, open, isPossible }: DrillFormProps): ReactElement {
  const client = useQueryClient()
  const all = useInstruments()
  // Those of which prices are stored alone have none that could be followed.
  const instruments = [...all.values()].filter(({ status }) => isListed(status)).toSorted(bySymbol)
  const [kind, setKind] = useState<DrillKind>('refused-stop')
  const [chosen, setChosen] = useState<string | null>(null)
  // Venues list theirs one after the other: the first one stays chosen, so that what is typed is not replaced.
  if (chosen === null && instruments[0]) setChosen(instruments[0].id)
  const { isBusy, error, send } = useSending()
  const start = (): Promise<void> =>
    send(async () => {
      await call('startDrill', { params: { id }, body: { kind, instrumentId: chosen ?? '' } })
      await client.invalidateQueries({ queryKey: drillsQuery(id).queryKey })
      await client.invalidateQueries({ queryKey: accountsQuery.queryKey })
    })
  const { plan, lesson, lastsMs, fault } = DRILLS[kind]
  return (
    <Panel title="What is to go wrong">
      <Stack gap="md">
        <Radio.Group label="A bad day" value={kind} onChange={(value) => setKind(value as DrillKind)}>
          <Stack gap={6} mt={6}>
            {DRILL_KINDS.map((one) => (
              <Radio key={one} value={one} label={DRILLS[one].title} />
            ))}
          </Stack>
        </Radio.Group>
        <Select
          label="Instrument"
          searchable
          allowDeselect={false}
          disabled={chosen === null}
          nothingFoundMessage="No matches found"
          maw={360}
          data={instruments.map((one) => ({ value: one.id, label: `${one.displaySymbol} ${venueName(one.broker)}` }))}
          value={chosen}
          onChange={setChosen}
        />
        <Stack gap={4}>
          <Text size="sm">
            <strong>What it does:</strong> {plan} It lasts {lastsMs / 1000} s, and closes what it has opened at its end.
          </Text>
          <Text size="sm">
            <strong>To what:</strong> {targetText(name, open, fault)}
          </Text>
          <Text size="sm">
            <strong>What to look at:</strong> {lesson}
          </Text>
        </Stack>
        {error === null ? null : (
          <Text size="sm" c="var(--loss)" role="alert">
            {error}
          </Text>
        )}
        {chosen === null ? null : (
          <StartButton instrumentId={chosen} isBusy={isBusy} isPossible={isPossible} onStart={() => void start()} />
        )}
      </Stack>
    </Panel>
  )
}

interface StartButtonProps {
  readonly instrumentId: string
  readonly isBusy: boolean
  readonly isPossible: boolean
  readonly onStart: () => void
}

/** Nothing can be practiced without a price: it is followed as long as it may be needed. */
function StartButton({ instrumentId, isBusy, isPossible, onStart }: StartButtonProps): ReactElement {
  const status = useFeed(instrumentId)
  return (
    <Group gap="sm">
      <Button loading={isBusy} disabled={!isPossible || status !== 'live'} onClick={onStart}>
        Start
      </Button>
      <FeedDot instrumentId={instrumentId} status={status} />
    </Group>
  )
}

function targetText(
  name: string,
  { positions, stops }: DrillFormProps['open'],
  fault: (typeof DRILLS)[DrillKind]['fault'],
): string {
  const own = `an order of its own on ${name}, with money of this account. Prices, sessions and accounts of others stay as they are.`
  const guarded =
    'Its guardian judges it by what it sees: past a limit, the whole account is closed down until you release it.'
  if (positions === 0) return `${own} Nothing else is open on this account. ${guarded}`
  const others = `${formatCount(positions, 'position')} with ${formatCount(stops, 'stop')}`
  return fault === 'killed'
    ? `${own} Nobody works on the account meanwhile: ${others} of yours wait, too. ${guarded}`
    : `${own} Your ${others} in other instruments are not touched by it. ${guarded}`
}
