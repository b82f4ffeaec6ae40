import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatDuration, formatPlain } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import classes from '../../../../entities/analysis/backtest-result.module.css'

const NAMES: Readonly<Record<string, string>> = {
  resultHash: 'Result hash',
  scriptHash: 'Script hash',
  dataHash: 'Data hash',
  engineVersion: 'Engine',
  seed: 'Seed',
}

const HASH_LENGTH = 32

/** Turns `dataSnapshot` into `Data snapshot`. */
function nameOf(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return NAMES[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Plain values as text; nested values are only in the copied JSON. */
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

/** The run manifest: everything the result depends on. Equal manifests give equal results. */
export function ReproducibilityPanel({ result }: { readonly result: BacktestDetail }): ReactElement {
  const manifest = { resultHash: result.resultHash, engineVersion: result.engineVersion, ...result.manifest }
  const entries = Object.entries(manifest).flatMap(([key, value]) => {
    const text = textOf(value)
    return text === null ? [] : [{ key, text, name: nameOf(key) }]
  })
  return (
    <Panel
      title="Reproducibility"
      detail="Equal inputs give the same result hash"
      actions={<Copy text={JSON.stringify(manifest, null, 2)} name="run manifest as JSON" />}
    >
      <dl className={classes['manifest']}>
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
