import { Button, FileButton } from '@mantine/core'
import type { ExportedBacktest } from '@tradeloom/contracts'
import { IconShieldCheck } from '@tabler/icons-react'
import { type ReactElement, useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import page from '../../../ui/page.module.css'
import { toastError } from '../../../ui/toast.ts'

interface VerifyFileButtonProps {
  /** Called with the id of the verification. */
  readonly onStarted: (id: string) => void
}

/** Runs a backtest that another installation exported on the data of this one. */
export function VerifyFileButton({ onStarted }: VerifyFileButtonProps): ReactElement {
  const [isBusy, setBusy] = useState(false)
  const reset = useRef<() => void>(null)
  const upload = async (file: File | null): Promise<void> => {
    if (file === null) return
    setBusy(true)
    try {
      const body = parsed(await file.text())
      if (body === null) toastError(`${file.name} is not an exported backtest`)
      else onStarted((await call('verifyFile', { body })).id)
    } catch (error) {
      toastError(errorText(error))
    } finally {
      setBusy(false)
      reset.current?.()
    }
  }
  return (
    <div className={page['actions']}>
      <FileButton accept=".json,application/json" resetRef={reset} onChange={(file) => void upload(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={isBusy}
            leftSection={<IconShieldCheck size={14} aria-hidden />}
            title="Runs a backtest exported elsewhere on your data"
          >
            Verify a file
          </Button>
        )}
      </FileButton>
    </div>
  )
}

/** The server checks everything else. */
function parsed(text: string): ExportedBacktest | null {
  try {
    const value = JSON.parse(text) as { readonly format?: unknown } | null
    return value?.format === 'tradeloom-backtest' ? (value as ExportedBacktest) : null
  } catch {
    return null
  }
}
