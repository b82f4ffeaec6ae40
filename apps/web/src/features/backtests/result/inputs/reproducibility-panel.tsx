import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatDuration, formatPlain } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import classes from '../backtest-result.module.css'

const NAMES: Readonly<Record<string, string>> = {
  resultHash: 'Result hash',
  scriptHash: 'Script hash',
  dataHash: 'Data hash',
  engineVersion: 'Engine',
  seed: 'Seed',
}

const HASH_LENGTH = 32

/** `dataSnapshot` as people read it: `Data snapshot`. */
function nameOf(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return NAMES[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Plain values as text; what is nested goes with the copy of the whole. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? formatPlain(value) : null
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
  const { resultHash, engineVersion, passport } = result
  const whole = { resultHash, engineVersion, ...passport }
  const entries = Object.entries(whole).flatMap(([key, value]) => {
    const text = textOf(value)
    return text === null ? [] : [{ key, text, name: nameOf(key) }]
  })
  return (
    <Panel
      title="Run details"
      detail="Equal inputs give the same result hash"
      actions={<Copy text={JSON.stringify(whole, null, 2)} name="all details as JSON" />}
    >
      <dl className={classes['passport']}>
        {entries.map(({ key, text, name }) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd className="mono">
              {text}
              {text.length >= HASH_LENGTH ? <Copy text={text} name={name} /> : null}
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
