import type { SourceDatasetReply, SourceProviderInfo } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { formatMinute } from '../../ui/format.ts'
import { PanelNote } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DatasetBar } from './dataset-bar.tsx'
import { DatasetChart } from './dataset-chart.tsx'
import { type ChartColumns, chartColumns } from '../../entities/datasets/dataset-columns.ts'
import classes from './dataset-content.module.css'
import { datasetCsv } from './dataset-csv.ts'
import type { DatasetOptions, ShownDataset } from '../../entities/datasets/dataset-options.ts'
import { DatasetTable } from './dataset-table.tsx'
import { FetchKnown, NotStored } from './known/not-stored.tsx'
import { type SeriesColumn, seriesOfDataset } from '../../entities/datasets/series-of-dataset.ts'
import { useKnownDataset } from './known/use-known-dataset.ts'
import { ProviderTerms } from '../../entities/datasets/provider-terms.tsx'

interface DatasetContentProps {
  readonly dataset: ShownDataset
  readonly provider: SourceProviderInfo
  readonly reply: SourceDatasetReply
  /** Why these are older values. */
  readonly error: string | null
  readonly options: DatasetOptions
  readonly onOptions: (options: DatasetOptions) => void
}

/** Drawn at first: lines of very different sizes would hide each other. */
const FIRST_LINES = 4
const NO_COLUMNS: readonly SeriesColumn[] = []

/** Values of a dataset as a chart or as a table, with what their provider asks to say. */
export function DatasetContent(props: DatasetContentProps): ReactElement {
  const { dataset, provider, error, options, onOptions } = props
  const { meta } = props.reply
  const series = useMemo(() => seriesOfDataset(dataset, provider, meta), [dataset, provider, meta])
  const knownProblem = typeof series === 'string' ? series : null
  const day = knownProblem === null ? options.asKnown : null
  const view = useKnownDataset(props.reply, typeof series === 'string' ? NO_COLUMNS : series, day)
  const known = view.dataset
  // Nothing else is shown under the name of another day.
  const reply = day === null ? props.reply : (known?.reply ?? null)
  const chart = useMemo(() => columnsOf(reply ?? props.reply, known?.places ?? null), [reply, props.reply, known])
  const shown = typeof chart === 'string' ? [] : shownColumns(chart, options.columns)
  const canBeLog = typeof chart !== 'string' && arePositive(chart, shown)
  const isTable = options.isTable || typeof chart === 'string'
  const places = useMemo(() => known?.places ?? meta.columns.map((_, at) => at), [known, meta])
  const wanted = wantedOf(view.missing, options.columns ?? (typeof series === 'string' ? [] : firstOf(series)))
  const name = `${dataset.provider}-${dataset.code}${day === null ? '' : `-known-${day}`}`
  const save = (): void => {
    if (reply !== null) saveCsv(name, datasetCsv(reply, isTable ? places : [0, ...shown]))
  }
  return (
    <div className={classes['content']}>
      {error === null || day !== null ? null : (
        <Banner tone="warn" text={`${error}. These values were fetched at ${formatMinute(meta.fetched)} UTC.`} />
      )}
      <DatasetBar
        options={options}
        onOptions={onOptions}
        tableOnly={typeof chart === 'string' ? chart : null}
        canBeLog={canBeLog}
        rowCount={reply?.data.length ?? null}
        knownProblem={knownProblem}
        onSave={provider.terms.keep === 'forever' && reply !== null ? save : null}
      />
      {meta.columnsCount > meta.columns.length - 1 ? (
        <PanelNote>{`The first ${meta.columns.length - 1} of ${meta.columnsCount} columns.`}</PanelNote>
      ) : null}
      {(known?.notes ?? []).map((note) => (
        <PanelNote key={note}>{note}</PanelNote>
      ))}
      {known !== null && view.missing.length > 0 ? (
        <PanelNote>
          {`Not stored: ${namesOf(view.missing)}. `}
          <FetchKnown view={view} wanted={wanted} />
        </PanelNote>
      ) : null}
      {reply === null ? (
        <div className={classes['rest']}>
          <NotStored view={view} providerTitle={provider.title} wanted={wanted} />
        </div>
      ) : reply.data.length === 0 ? (
        <div className={classes['rest']}>
          <EmptyState title="No values yet" text={`No values were available at the end of ${day} (UTC).`} />
        </div>
      ) : isTable || typeof chart === 'string' ? (
        <DatasetTable label={dataset.name} reply={reply} places={places} />
      ) : (
        <DatasetChart
          label={dataset.name}
          data={chart}
          look={{ shown, left: options.left, isLog: options.isLog && canBeLog }}
          onLook={(look) => onOptions({ ...options, columns: [...look.shown], left: [...look.left] })}
        />
      )}
      {provider.terms.keep === 'page' ? (
        <PanelNote>{`The terms of ${provider.title} do not allow to save its data.`}</PanelNote>
      ) : null}
      <ProviderTerms providers={[provider]} />
    </div>
  )
}

/** The columns that can be lines, of those at some places only. */
function columnsOf(reply: SourceDatasetReply, places: readonly number[] | null): ChartColumns | string {
  const all = chartColumns(reply)
  if (typeof all === 'string' || places === null) return all
  return { ...all, columns: all.columns.filter(({ at }) => places.includes(at)) }
}

function shownColumns({ columns }: ChartColumns, chosen: readonly number[] | null): number[] {
  if (chosen === null) return columns.slice(0, FIRST_LINES).map(({ at }) => at)
  return columns.flatMap(({ at }) => (chosen.includes(at) ? [at] : []))
}

const firstOf = (columns: readonly SeriesColumn[]): number[] => columns.slice(0, FIRST_LINES).map(({ at }) => at)

/** What is fetched at once of what is missing: the columns that are drawn or, where those are there, the next ones. */
function wantedOf(missing: readonly SeriesColumn[], places: readonly number[]): string[] {
  const drawn = missing.filter(({ at }) => places.includes(at))
  return (drawn.length > 0 ? drawn : missing.slice(0, FIRST_LINES)).map(({ id }) => id)
}

const MAX_NAMED = 3

function namesOf(columns: readonly SeriesColumn[]): string {
  const named = columns.slice(0, MAX_NAMED).map(({ label }) => label)
  return columns.length > MAX_NAMED ? `${named.join(', ')} and ${columns.length - MAX_NAMED} more` : named.join(', ')
}

function arePositive({ columns }: ChartColumns, shown: readonly number[]): boolean {
  return columns.every(({ at, values }) => !shown.includes(at) || values.every((value) => value === null || value > 0))
}

function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.replaceAll(/[^\w.-]+/g, '-')}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
