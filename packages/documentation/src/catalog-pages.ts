import { type Setting, SETTINGS } from '@tradeloom/domain'
import { type Metric, METRICS } from '@tradeloom/metrics'
import { type Block, firstSentence, type Page, slugOf } from './page.ts'

function modelPage(setting: Setting): Page {
  const { title, help, choices, none, table, option } = setting
  const isSingle = setting.form === 'fields' || setting.form === 'value'
  const fields = Object.values(choices).flatMap(({ fields: own = {} }) => Object.values(own))
  const options = Object.values(choices).map((choice) => [choice.title, choice.help])
  const blocks: Block[] = [{ type: 'text', text: help }]
  const rows = [...(none ? [[none.title, none.help]] : []), ...(isSingle && none ? [] : options)]
  if (rows.length > 0) blocks.push({ type: 'table', head: ['Choice', 'What it assumes'], rows })
  if (fields.length > 0) {
    blocks.push({
      type: 'table',
      head: ['Field', 'Meaning'],
      rows: fields.map((field) => [
        field.kind === 'number' && field.unit !== '' ? `${field.title} (${field.unit})` : field.title,
        field.help,
      ]),
    })
  }
  if (table !== undefined) blocks.push({ type: 'note', text: `${table.within.title}: ${table.within.help}` })
  blocks.push({ type: 'text', text: `In the terminal: \`--${option.replace(/^-+/, '')}\`` })
  return {
    slug: `model-${slugOf(setting.key)}`,
    title,
    path: null,
    source: null,
    summary: firstSentence(help),
    members: [],
    keywords: ['model', setting.key, ...Object.values(choices).map((choice) => choice.title)],
    blocks,
  }
}

/** A page for each run model. */
export function modelPages(): Page[] {
  return Object.values(SETTINGS).map(modelPage)
}

const GROUP_TITLES: Readonly<Record<Metric['group'], string>> = {
  return: 'Returns',
  ratio: 'Risk-adjusted returns',
  drawdown: 'Drawdowns',
  risk: 'Tail risk',
  positions: 'Positions',
  excursion: 'Excursions',
  costs: 'Costs',
  trust: 'Confidence',
}

/** A page for each group of metrics, with a part for each of them. */
export function metricPages(): Page[] {
  const groups = Object.keys(GROUP_TITLES) as Metric['group'][]
  return groups.map((group) => {
    const metrics = METRICS.filter((metric) => metric.group === group)
    const title = `Metrics: ${GROUP_TITLES[group].toLowerCase()}`
    return {
      slug: `metrics-${group}`,
      title,
      path: null,
      source: null,
      summary: `${metrics.map((metric) => metric.title).join(', ')}.`,
      members: metrics.map((metric) => ({ name: metric.title, id: slugOf(metric.key) })),
      keywords: ['metric', ...metrics.map(({ key }) => key)],
      blocks: metrics.flatMap((metric): Block[] => [
        { type: 'heading', level: 2, id: slugOf(metric.key), text: metric.title },
        { type: 'text', text: metric.description },
        { type: 'signature', code: metric.formula, source: null },
        {
          type: 'list',
          isOrdered: false,
          items: [
            `Unit: ${metric.unit}`,
            `Better: ${metric.better === 'none' ? 'neither high nor low' : metric.better}`,
            `Interval: ${metric.noInterval ?? '95%, by resampling'}`,
            `Source: ${metric.source}`,
          ],
        },
      ]),
    }
  })
}
