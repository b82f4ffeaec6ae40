import { Button, CopyButton } from '@mantine/core'
import type { DocumentationBlock } from '@tradeloom/contracts'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './documentation.module.css'
import { useRunExample } from './use-run-example.ts'

const LABELS = {
  algorithm: 'Example of an algorithm',
  indicator: 'Example of an indicator',
  fragment: 'Example',
  program: 'Example',
} as const

interface ExampleBlockProps {
  readonly example: Extract<DocumentationBlock, { type: 'example' }>
  /** Puts the code at the cursor of an editor; null without one. */
  readonly onInsert: ((code: string) => void) | null
}

/** Code of the documentation, to insert into the editor, to run as a backtest of its own, or to copy into a program. */
export function ExampleBlock({ example, onInsert }: ExampleBlockProps): ReactElement {
  const { code, kind, canRun } = example
  const running = useRunExample()
  return (
    <div className={classes['example']}>
      <pre tabIndex={0} aria-label={LABELS[kind]}>
        <code>{code}</code>
      </pre>
      <div className={classes['exampleActions']}>
        {onInsert === null || kind === 'program' ? null : (
          <Button size="compact-xs" variant="default" onClick={() => onInsert(code)}>
            Insert
          </Button>
        )}
        {kind === 'program' ? (
          <CopyButton value={code}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        ) : null}
        {canRun ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={running.isPending}
            leftSection={<IconPlayerPlay size={12} aria-hidden />}
            onClick={() => running.mutate(code)}
          >
            Run
          </Button>
        ) : null}
      </div>
    </div>
  )
}
