import { ActionIcon, Button } from '@mantine/core'
import { IconFileUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { formatBytes } from '../../../ui/format.ts'
import classes from '../market-data.module.css'

interface FileDropProps {
  readonly files: readonly File[]
  readonly error?: ReactNode
  /** Accepts only one file. */
  readonly isSingle?: boolean
  readonly onChange: (files: File[]) => void
}

/** Files by drag and drop, or from the system's file dialog. */
export function FileDrop({ files, error, isSingle = false, onChange }: FileDropProps): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const add = (list: FileList | null): void => {
    const known = new Set(files.map(({ name, size }) => `${name} ${size}`))
    onChange([...files, ...[...(list ?? [])].filter(({ name, size }) => !known.has(`${name} ${size}`))])
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  return (
    <div>
      <div
        className={classes['drop']}
        data-over={isOver || undefined}
        data-error={Boolean(error) || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <IconFileUpload size={24} stroke={1.5} aria-hidden />
        <span>Drop {isSingle ? 'a file' : 'files'} here, or</span>
        <Button variant="default" onClick={() => input.current?.click()}>
          Choose {isSingle ? 'file' : 'files'}
        </Button>
        <input
          ref={input}
          type="file"
          multiple={!isSingle}
          className="visually-hidden"
          aria-label={isSingle ? 'File to import' : 'Files to import'}
          tabIndex={-1}
          onChange={(event) => {
            add(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      </div>
      {error ? (
        <p className="danger" style={{ marginTop: 4, fontSize: 12 }} role="alert">
          {error}
        </p>
      ) : null}
      {files.length === 0 ? null : (
        <ul className={classes['files']}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size}`}>
              <span className="truncate">{file.name}</span>
              <span className="muted num">{formatBytes(file.size)}</span>
              <ActionIcon
                size={24}
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((one) => one !== file))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
