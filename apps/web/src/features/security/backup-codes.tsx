import { Button, CopyButton } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconPrinter } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { printText } from '../../ui/print-text.ts'
import classes from '../../ui/settings-section.module.css'

interface BackupCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shown once: nobody can read them again. */
export function BackupCodes({ codes, onDone }: BackupCodesProps): ReactElement {
  return (
    <>
      <p className={classes['alert']} role="alert">
        <IconAlertTriangle size={16} aria-hidden />
        <span>
          <strong>Save these backup codes now.</strong> Each of them opens your account once when you do not have your
          authenticator. They are not shown again.
        </span>
      </p>
      <ul className={classes['codes']} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes['row']}>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => save(codes)}
        >
          Download
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPrinter size={15} aria-hidden />}
          onClick={() => printText(textOf(codes))}
        >
          Print
        </Button>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button size="sm" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button size="sm" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </>
  )
}

function textOf(codes: readonly string[]): string {
  return ['Tradeloom backup codes', location.host, '', ...codes, '', 'Each works once.', ''].join('\n')
}

function save(codes: readonly string[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([textOf(codes)], { type: 'text/plain;charset=utf-8' }))
  link.download = 'tradeloom-backup-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
