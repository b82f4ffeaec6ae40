import { Button, Group, Stack, Text } from '@mantine/core'
import type { AlgorithmVersionSummary, MarketInstrument, Optimization, RunTables } from '@tradeloom/contracts'
import { searchableProblem } from '@tradeloom/domain'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { CallInput } from '../../../api/call.ts'
import { VersionSelect } from '../../../entities/algorithms/version-select.tsx'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { PricesAndCosts } from '../../../entities/run-settings/prices-and-costs.tsx'
import { SettingsBar } from '../../../entities/run-settings/settings-bar.tsx'
import { UnitsLine } from '../../../entities/run-settings/units-line.tsx'
import { useSettingsBar } from '../../../entities/run-settings/use-settings-bar.ts'
import { RunSeriesField } from '../../../entities/datasets/run-series-field.tsx'
import { useRunSeries } from '../../../entities/datasets/use-run-series.ts'
import { optimizationsQuery } from '../optimization-query.ts'
import { estimateTime } from './estimate-time.ts'
import { ExternalsPanel } from './externals-panel.tsx'
import { externalDrafts, firstSearch } from './first-search.ts'
import { ObjectivesPanel } from './objectives-panel.tsx'
import { readRememberedSearch, rememberSearch } from './remembered-search.ts'
import { withoutScaledLengths, withScaledLengths } from './scaled-lengths.ts'
import type { SearchDraft } from './search-draft.ts'
import { searchCost } from './search-cost.ts'
import { searchErrors } from './search-errors.ts'
import { searchSize } from './search-size.ts'
import { searchWindows } from './search-windows.ts'
import { SizeLine } from './size-line.tsx'
import { StrategyPanel } from './strategy-panel.tsx'
import { toOptimization } from './to-optimization.ts'
import { CREATE_OPTIMIZATION, useCreateOptimization } from './use-create-optimization.ts'
import { useLoadedVersion } from './use-loaded-version.ts'
import { isAboutAll, useShownErrors } from './use-shown-errors.ts'
import { WalkForwardPanel } from './walk-forward-panel.tsx'

type RunBody = CallInput<'runBacktest'>['body']

interface NewOptimizationFormProps {
  readonly algorithm: { readonly id: string; readonly readOnly: boolean }
  /** Newest first; at least one. */
  readonly versions: readonly AlgorithmVersionSummary[]
  readonly instruments: readonly MarketInstrument[]
  readonly again: Optimization | null
  /** Long tables of what is run again. */
  readonly tables: RunTables | null
  readonly lastInstrumentId: string | null
  readonly onClose: () => void
}

export function NewOptimizationForm(props: NewOptimizationFormProps): ReactElement {
  const { algorithm, versions, instruments, again, tables, lastInstrumentId, onClose } = props
  const user = useUser()
  const client = useQueryClient()
  const first = versions.find(({ id }) => id === again?.algorithmVersionId) ?? versions[0]
  const bar = useSettingsBar({ versions, instruments, versionId: first?.id ?? null, again, tables, lastInstrumentId })
  const { version, period, resolution } = bar
  const [typed, setTyped] = useState<SearchDraft>(() =>
    firstSearch(first?.externals ?? [], again, readRememberedSearch(user?.id, algorithm.id)),
  )
  const search = withScaledLengths(typed, period)
  // Ranges of externals that another version declares too are still there when it is chosen again.
  const [known, setKnown] = useState(search.externals)
  const create = useCreateOptimization(bar.showErrors, algorithm.id, onClose)
  const estimates = useInfiniteQuery({ ...optimizationsQuery(null), enabled: Boolean(user) })
  const series = useRunSeries(version ? { algorithmId: algorithm.id, algorithmVersionId: version.id } : null)
  const isLoading = useLoadedVersion(algorithm, version?.id ?? null, onClose)

  const errors = searchErrors(search, period)
  const size = Object.keys(errors).every(isAboutAll) ? searchSize(search) : null
  const isValid = Object.keys(errors).length === 0
  const windows = period === null || !isValid ? [] : searchWindows(search, period)
  const cost = period === null || size === null ? null : searchCost({ resolution, period, total: size.total, windows })
  const units = cost?.units ?? 0
  const remaining = user?.backtestUnits ?? null
  const hasExternals = version !== undefined && version.externals.length > 0
  const isTooMuch = remaining !== null && units > remaining
  const isBlocked = isTooMuch || !hasExternals || bar.areMarketsMissing || isLoading
  const { form, shown, onBlur, onSend } = useShownErrors(errors)
  const timeMs = cost === null ? null : estimateTime(estimates.data?.pages.flat() ?? [], resolution, cost.days)

  const change = (changes: Partial<SearchDraft>): void => {
    if (changes.externals !== undefined) setKnown({ ...known, ...changes.externals })
    setTyped({ ...typed, ...withoutScaledLengths(changes, typed, search) })
  }
  const send = async (settings: RunBody): Promise<void> => {
    if (isBlocked || !isValid) return
    // The second click of a double click comes before the button shows the first.
    if (client.isMutating({ mutationKey: CREATE_OPTIMIZATION }) > 0) return
    // The mutation has shown the error.
    if (!(await series.ready())) return
    const queued = await create.mutateAsync(toOptimization(settings, search)).catch(() => null)
    if (queued === null) return
    bar.remember()
    rememberSearch(user?.id, algorithm.id, typed)
  }
  const panel = { search, errors: shown, onChange: change }
  const submit = bar.onSubmit(algorithm.id, (settings) => void send(settings))
  return (
    <form
      ref={form}
      noValidate
      onBlur={onBlur}
      onSubmit={(event) => {
        onSend()
        submit(event)
      }}
    >
      <Stack gap="sm">
        <VersionSelect
          label="Version"
          versions={versions}
          value={bar.form.values.versionId}
          error={bar.form.errors['versionId']}
          onChange={(versionId) => {
            bar.form.setFieldValue('versionId', versionId)
            const declared = versions.find(({ id }) => id === versionId)?.externals ?? []
            change({ externals: externalDrafts(declared, known) })
          }}
        />
        {version !== undefined && !hasExternals ? (
          <Text size="sm" c="var(--danger)" role="alert">
            {searchableProblem(version.displayVersionNo, version.externals)}
          </Text>
        ) : null}
        <SettingsBar bar={bar} />
        <RunSeriesField series={series} start={period?.start ?? null} />
        <StrategyPanel {...panel} />
        {hasExternals ? <ExternalsPanel {...panel} /> : null}
        <ObjectivesPanel {...panel} />
        <WalkForwardPanel {...panel} />
        <PricesAndCosts bar={bar} />
        <SizeLine size={size} windowCount={windows.length} timeMs={timeMs} />
        <UnitsLine units={units} remaining={remaining} />
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" type="submit" loading={series.isAwaited || create.isPending} disabled={isBlocked}>
            OK
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
