import {
  type IndicatorDefinition,
  type IndicatorKey,
  type IndicatorText,
  SYSTEM_INDICATOR_TEXTS,
  SYSTEM_INDICATORS,
} from '@tradeloom/indicators'
import { type Block, exampleOf, firstSentence, type Page, type Section, slugOf, sourceAt } from './page.ts'
import type { Member } from './parse-typings.ts'

function textOf(key: string): IndicatorText {
  return SYSTEM_INDICATOR_TEXTS[key as IndicatorKey]
}

/** `rsi`, `stochasticRSI`: how a script would name it. */
function variableOf(key: string): string {
  return /^[A-Z\d]+$/.test(key) ? key.toLowerCase() : key.charAt(0).toLowerCase() + key.slice(1)
}

function createLine({ key, takesOther, parameters }: IndicatorDefinition): string {
  const other = takesOther ? ["bars('H1')"] : []
  const values = parameters.map(({ defaultValue }) => String(defaultValue))
  return `const ${variableOf(key)} = indicators.${key}(${['runInterval', ...other, ...values].join(', ')})`
}

/** A script that plots every value of the indicator. */
function plotScript(definition: IndicatorDefinition): string {
  const { key, outputs, pane } = definition
  const name = variableOf(key)
  const options = pane === 'study' ? ", { pane: 'study' }" : ''
  const [first = 'value'] = outputs
  const lines =
    outputs.length === 1
      ? [`  plot('${first === 'value' ? name : first}', ${name}.value()${options})`]
      : [`  const values = ${name}.value()`, ...outputs.map((one) => `  plot('${one}', values.${one}${options})`)]
  return `${createLine(definition)}

function onIntervalClose(bar) {
  if (!${name}.ready) return
${lines.join('\n')}
}`
}

function parameterTable({ parameters }: IndicatorDefinition): Block[] {
  if (parameters.length === 0) return []
  const rows = parameters.map(({ name, defaultValue, isWhole, minimum }) => [
    `\`${name}\``,
    String(defaultValue),
    isWhole ? `whole number from ${minimum}` : 'number',
  ])
  return [{ type: 'table', head: ['Parameter', 'Default', 'Value'], rows }]
}

function indicatorPage(definition: IndicatorDefinition, { signature, line }: Member): Page {
  const { key, outputs, repaints, pane } = definition
  const { name, description, reference, group } = textOf(key)
  const source = sourceAt('indicators.d.ts', line)
  const items = [
    `Values: ${outputs.map((one) => `\`${one}\``).join(', ')}`,
    `Drawn ${pane === 'overlay' ? 'on the price' : 'in a pane of its own'}`,
    `Source: ${reference}`,
  ]
  const blocks: Block[] = [
    { type: 'signature', code: signature, source },
    { type: 'text', text: `**${name}.** ${description}` },
    exampleOf(createLine(definition), 'fragment'),
    ...parameterTable(definition),
    { type: 'list', isOrdered: false, items },
    { type: 'heading', level: 2, id: 'plot', text: 'Plot it' },
    exampleOf(plotScript(definition), 'algorithm'),
  ]
  if (repaints) blocks.splice(2, 0, { type: 'note', text: 'Repaints: values that were shown can still change.' })
  return {
    slug: `indicator-${slugOf(key)}`,
    title: key,
    path: `indicators.${key}`,
    source,
    summary: `${name}. ${firstSentence(description)}`,
    members: [],
    keywords: [name, group, reference],
    blocks,
  }
}

/** One section for each group of system indicators, with a page for each of them. */
export function indicatorSections(members: readonly Member[]): Section[] {
  const groups = new Map<string, Page[]>()
  for (const definition of Object.values(SYSTEM_INDICATORS)) {
    const member = members.find(({ name }) => name === definition.key)
    if (member === undefined) throw new Error(`The typings have no indicator ${definition.key}`)
    const { group } = textOf(definition.key)
    groups.set(group, [...(groups.get(group) ?? []), indicatorPage(definition, member)])
  }
  return [...groups].map(([group, pages]) => ({
    title: `Indicators: ${group.charAt(0).toLowerCase()}${group.slice(1)}`,
    slug: `indicators-${slugOf(group)}`,
    pages,
  }))
}
