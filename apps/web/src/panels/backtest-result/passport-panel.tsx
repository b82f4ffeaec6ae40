import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatDuration, formatPlain } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from './backtest-result.module.css'

const NAMES: Readonly<Record<string, string>> = {
  resultHash: 'Result hash',
  scriptHash: 'Script hash',
  dataHash: 'Data hash',
  engineVersion: 'Engine',
  seed: 'Seed',
}

/** `dataSnapshot` as people read it: `Data snapshot`. */
function nameOf(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return NAMES[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return formatPlain(value)
  return JSON.stringify(value)
}

function Copy({ text, name }: { readonly text: string; readonly name: string }): ReactElement {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'}>
          <ActionIcon size={22} aria-label={`Copy ${name}`} onClick={copy}>
            {copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** What the run depended on: equal passports mean equal results. */
export function PassportPanel({ result }: { readonly result: BacktestDetail }): ReactElement {
  const entries: [string, unknown][] = Object.entries({
    resultHash: result.resultHash,
    engineVersion: result.engineVersion,
    ...result.passport,
  }).filter(([, value]) => value !== null && value !== undefined)
  return (
    <Panel title="Run details" detail="Equal inputs give the same result hash">
      <dl className={classes['passport']}>
        {entries.map(([key, value]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{nameOf(key)}</dt>
            <dd className="mono">
              {textOf(value)}
              {key.toLowerCase().includes('hash') ? <Copy text={textOf(value)} name={nameOf(key)} /> : null}
            </dd>
          </div>
        ))}
        <dt>Ticks processed</dt>
        <dd className="num">{formatPlain(result.ticks)}</dd>
        <dt>Computing time</dt>
        <dd className="num">{formatDuration(result.cpuMs)}</dd>
      </dl>
    </Panel>
  )
}
