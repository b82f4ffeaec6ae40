import { Button, Group, Stack, Text } from '@mantine/core'
import type { AlgorithmVersionSummary, BacktestDetail, MarketInstrument, RunTables } from '@tradeloom/contracts'
import { computeUnits } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { Panel } from '../../../../ui/panel.tsx'
import { isPressed, keysText } from '../../../../ui/shortcut.ts'
import { ErrorState, LoadingRows } from '../../../../ui/states.tsx'
import { versionsQuery } from '../../../../entities/algorithms/algorithm-queries.ts'
import { useUser } from '../../../../entities/user/bootstrap-query.ts'
import { instrumentsQuery } from '../../../../entities/instruments/market-data-queries.ts'
import { backtestTablesQuery } from '../../../../entities/runs/backtest-queries.ts'
import { RunSeriesField } from '../../../../entities/datasets/run-series-field.tsx'
import { useRunSeries } from '../../../../entities/datasets/use-run-series.ts'
import { BACKTEST_SHORTCUTS } from '../../backtest-shortcuts.ts'
import { confirmExternals } from '../../../../entities/run-settings/confirm-externals.tsx'
import { ExternalsFields } from '../../new/externals-fields.tsx'
import { firstSettings } from '../../../../entities/run-settings/first-settings.ts'
import { MarketFields } from '../../../../entities/run-settings/market-fields.tsx'
import { OtherMarketsField } from '../../../../entities/run-settings/other-markets-field.tsx'
import { marketError, otherMarkets } from '../../../../entities/run-settings/other-markets.ts'
import { withinLimits } from '../../../../entities/run-settings/run-limits.ts'
import { dataRange, runPeriod } from '../../../../entities/run-settings/run-period.ts'
import { externalTexts, toRequest } from '../../../../entities/run-settings/run-settings.ts'
import { UnitsLine } from '../../../../entities/run-settings/units-line.tsx'
import { focusExternal, useRunForm } from '../../../../entities/run-settings/use-run-form.ts'
import { VersionField } from '../../new/version-field.tsx'
import { useRunInPlace } from './use-run-in-place.ts'

/**
 * The inputs of an own backtest, to be changed and run again in place: the page goes on with the new backtest and shows
 * what has changed against this one.
 */
export function RunInputs({ result }: { readonly result: BacktestDetail }): ReactElement {
  return (
    <Panel title="Inputs" detail="Run again in place">
      <Inputs result={result} />
    </Panel>
  )
}

/** Loads what the form chooses from. */
function Inputs({ result }: { readonly result: BacktestDetail }): ReactElement {
  const user = useUser()
  const [now] = useState(Date.now)
  const [started, setStarted] = useState<string | null>(null)
  const formKey = useFormKey(result.id, started)
  const versions = useQuery(versionsQuery({ id: result.algorithmId, readOnly: false }))
  const instruments = useQuery(instrumentsQuery)
  const hasTables = result.tables !== null
  const tables = useQuery({ ...backtestTablesQuery(result.id, false), enabled: hasTables })
  const failed = [versions, instruments, tables].find(({ isError }) => isError)
  if (failed?.error) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (versions.data === undefined || instruments.data === undefined || (hasTables && tables.data === undefined)) {
    return <LoadingRows rows={4} height={34} />
  }
  return (
    <InputsForm
      key={formKey}
      onStarted={setStarted}
      result={result}
      versions={versions.data}
      instruments={withinLimits(instruments.data, user, now)}
      tables={tables.data ?? null}
    />
  )
}

/** The form goes on with the run that it has started, and starts over with any other. */
function useFormKey(id: string, started: string | null): string {
  const [known, setKnown] = useState(id)
  const [key, setKey] = useState(id)
  if (known !== id) {
    setKnown(id)
    if (id !== started) setKey(id)
  }
  return key
}

interface InputsFormProps {
  readonly onStarted: (id: string) => void
  readonly result: BacktestDetail
  readonly versions: readonly AlgorithmVersionSummary[]
  readonly instruments: readonly MarketInstrument[]
  readonly tables: RunTables | null
}

function InputsForm({ onStarted, result, versions, instruments, tables }: InputsFormProps): ReactElement {
  const user = useUser()
  const version = versions.find(({ id }) => id === result.algorithmVersionId) ?? versions[0]
  const form = useRunForm(
    () =>
      firstSettings(
        version?.id ?? null,
        version?.externals ?? [],
        instruments,
        { run: result, tables, historyDays: user?.historyDays ?? null },
        null,
      ),
    instruments,
  )
  const settings = form.values
  const { algorithmId } = result
  const series = useRunSeries(settings.versionId ? { algorithmId, algorithmVersionId: settings.versionId } : null)
  const run = useRunInPlace(form, result, onStarted)
  const chosen = versions.find(({ id }) => id === settings.versionId)
  const instrument = instruments.find(({ id }) => id === settings.instrumentId)
  const others = otherMarkets(chosen?.markets ?? [], instrument, instruments)
  const isMarketMissing = others.some((market) => marketError(market, settings, instrument) !== null)
  const period = runPeriod(settings, dataRange(instrument, settings.resolution))
  const units = period === null ? 0 : computeUnits(period, settings.resolution)
  const remaining = user?.backtestUnits ?? null
  const isTooMuch = remaining !== null && units > remaining

  const submit = async (): Promise<void> => {
    if (instrument === undefined || isMarketMissing || isTooMuch || run.isPending) return
    const externals = await confirmExternals(settings, focusExternal(form))
    if (externals === null || !(await series.ready())) return
    form.setFieldValue('externals', externals)
    const body = toRequest(
      algorithmId,
      { ...settings, externals },
      instrument,
      others.map(({ id }) => id),
    )
    run.mutate({ ...body, rerunOf: result.id })
  }
  const onSubmit = form.onSubmit(() => void submit())
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (!isPressed(BACKTEST_SHORTCUTS.run, event)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <form noValidate aria-label="Inputs" onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Stack gap="sm">
        <VersionField
          versions={versions}
          value={settings.versionId}
          hasDraft={false}
          error={form.errors['versionId']}
          onChange={(versionId) => {
            const declared = versions.find(({ id }) => id === versionId)?.externals ?? []
            form.setValues({ versionId, externals: externalTexts(declared, settings.externals) })
          }}
        />
        <ExternalsFields form={form} declared={chosen?.externals ?? []} />
        <RunSeriesField series={series} start={period?.start ?? null} />
        <MarketFields form={form} instruments={instruments} mayUseTicks={user?.backtestTick ?? false} />
        <OtherMarketsField markets={others} settings={settings} traded={instrument} />
        {form.errors['models'] === undefined ? null : (
          <Text size="xs" c="var(--danger)" role="alert">
            {form.errors['models']}
          </Text>
        )}
        <Group justify="space-between" gap="xs">
          <UnitsLine units={units} remaining={remaining} />
          <Button
            size="sm"
            type="submit"
            loading={series.isAwaited || run.isPending}
            disabled={isTooMuch}
            aria-keyshortcuts="Control+Enter"
          >
            Run ({keysText(BACKTEST_SHORTCUTS.run)})
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
