import { Tooltip } from '@mantine/core'
import type { BacktestDetail, MarketDataQuality } from '@tradeloom/contracts'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatCount, formatPercent, formatPlain, formatSigned, NOTHING } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { defectText, LEVEL_NAMES, shareLevel } from '../../../../entities/instruments/quality-cells.ts'
import { QualityMark, QualityTimeline } from '../../../../entities/instruments/quality-timeline.tsx'
import { Stat, StatList } from '../../../../ui/stat.tsx'
import classes from '../../../../entities/analysis/backtest-result.module.css'

/** What the positions near defects earned. */
export function defectSentence({ profit, interval }: Pick<MarketDataQuality, 'profit' | 'interval'>): string {
  const { near, positions, rows, share } = profit
  const reach = `within ${rows} ${interval === 'Tick' ? 'minutes' : 'bars'} of a defect in the prices`
  if (positions === 0) return 'There were no positions that defects in the prices could affect.'
  if (near === 0) return `No position was opened or closed ${reach}.`
  const who = `${formatPlain(near)} of ${formatPlain(positions)} positions ${near === 1 ? 'was' : 'were'} opened or closed ${reach}`
  const earned = formatSigned(profit.profit)
  const it = near === 1 ? 'it' : 'they'
  if (share === null) return `${who}; ${it} made ${earned} of a total of ${formatSigned(profit.totalProfit)}.`
  return `${who}; ${it} earned ${earned} of ${formatSigned(profit.totalProfit)}, ${formatPercent(share * 100, 1)} of the profit.`
}

function Explanation({ text }: { readonly text: string }): ReactElement {
  return (
    <Tooltip label={text}>
      <span role="img" tabIndex={0} aria-label={text} className="inline muted" style={{ padding: 4 }}>
        <IconInfoCircle size={13} aria-hidden />
      </span>
    </Tooltip>
  )
}

const MEANING =
  'A defect is a gap, a price spike or jump, crossed quotes, an inconsistent bar, a long standstill or a wrong scale. ' +
  'Profit near defects may come from bad data rather than from an edge.'

/** A warning if the times or the scale of the prices are wrong, otherwise the share of good bars. */
function levelOf({ scaleFactor, shift, good, all }: MarketDataQuality) {
  return scaleFactor !== 1 || shift !== null ? 1 : shareLevel(all === 0 ? 0 : good / all)
}

/** The quality of the prices of each market, and the share of its profit near their defects. */
export function DataQualityPanel({ result }: { readonly result: BacktestDetail }): ReactElement | null {
  const { dataQuality: quality } = result
  if (quality === null) return null
  const { markets = [] } = quality
  const level = Math.min(...[quality, ...markets].map(levelOf)) as ReturnType<typeof levelOf>
  return (
    <Panel
      title="Data quality"
      detail={
        <span className="inline">
          <QualityMark level={level} />
          {LEVEL_NAMES[level]}
        </span>
      }
      actions={<Explanation text={MEANING} />}
      flush
    >
      <MarketGrade
        quality={quality}
        currency={result.accountCurrency}
        instrumentId={markets.length === 0 ? null : result.instrumentId}
      />
      {markets.map((market) => (
        <MarketGrade
          key={market.instrumentId}
          quality={market}
          currency={result.accountCurrency}
          instrumentId={market.instrumentId}
        />
      ))}
    </Panel>
  )
}

interface MarketGradeProps {
  readonly quality: MarketDataQuality
  readonly currency: string
  /** Null for a run on one instrument. */
  readonly instrumentId: string | null
}

function MarketGrade({ quality, currency, instrumentId }: MarketGradeProps): ReactElement {
  const { profit, counts, shift, scaleFactor } = quality
  const field = instrumentId === null ? 'dataQuality' : `dataQuality.${instrumentId}`
  const slot = quality.interval === 'Tick' ? 'minutes' : `${quality.interval} bars`
  const found = Object.entries(counts).map(([kind, count]) => defectText(kind as keyof typeof counts, count))
  const level = levelOf(quality)
  return (
    <section aria-label={instrumentId === null ? undefined : `Data quality of ${instrumentId}`}>
      {instrumentId === null ? null : (
        <h3 className={`${classes['quality']} inline`}>
          {instrumentId} <QualityMark level={level} /> {LEVEL_NAMES[level]}
        </h3>
      )}
      <StatList>
        <Stat
          label={`Good ${slot} in the period`}
          value={formatPercent(quality.goodPercent)}
          field={`${field}.goodPercent`}
          raw={quality.goodPercent}
          detail={`of ${formatPlain(quality.all)}`}
          detailField={`${field}.all`}
          detailRaw={quality.all}
        />
        <Stat
          label="Profit near defects"
          value={profit.share === null ? NOTHING : formatPercent(profit.share * 100, 1)}
          field={`${field}.profit.share`}
          raw={profit.share}
          detailField={`${field}.profit.profit`}
          detailRaw={profit.profit}
          reason="Only defined when the run made a profit."
          detail={`${formatSigned(profit.profit)} ${currency}`}
        />
        <Stat
          label="Positions near defects"
          value={formatPlain(profit.near)}
          field={`${field}.profit.near`}
          raw={profit.near}
          detail={`of ${formatPlain(profit.positions)}`}
          detailField={`${field}.profit.positions`}
          detailRaw={profit.positions}
        />
      </StatList>
      <div className={classes['quality']}>
        <p>{defectSentence(quality)}</p>
        <p className="muted">{found.length === 0 ? 'No defects in the period.' : `Found: ${found.join(', ')}.`}</p>
        {shift === null ? null : (
          <p className="warn">
            {`The times of this data are off by ${shift.hours} h in ${shift.weeks} of ${formatCount(shift.of, shift.by)}: it was imported with the wrong time zone.`}
          </p>
        )}
        {scaleFactor === 1 ? null : (
          <p className="warn">{`Prices are about ${formatPlain(scaleFactor)} times too high.`}</p>
        )}
        <QualityTimeline
          label={instrumentId === null ? 'Data in the period' : `Data of ${instrumentId} in the period`}
          days={quality.days}
          defects={[]}
          slot={slot}
        />
      </div>
    </section>
  )
}
