import { TextInput } from '@mantine/core'
import { type Algorithm, type AlgorithmVersion, type AlgorithmVersionSummary, endpoints } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { fieldErrors } from '../../../ui/field-errors.ts'
import { toastError } from '../../../ui/toast.ts'
import { versionQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import classes from './versions.module.css'

interface VersionMessageProps {
  readonly algorithm: Algorithm
  readonly version: AlgorithmVersionSummary
  readonly onDone: () => void
}

/** The message of a saved version as a field: Enter or leaving it saves, Escape cancels. */
export function VersionMessage({ algorithm, version, onDone }: VersionMessageProps): ReactElement {
  const { id, displayVersionNo } = version
  const client = useQueryClient()
  const [text, setText] = useState(version.message)
  const isOver = useRef(false)
  const error = fieldErrors(endpoints.updateVersion.body, { message: text })['message']
  const change = useMutation({
    mutationFn: (message: string) =>
      call('updateVersion', { params: { id: algorithm.id, versionId: id }, body: { message } }),
    onSuccess: async ({ message }) => {
      client.setQueryData<AlgorithmVersion>(
        versionQuery(algorithm, id).queryKey,
        (known) => known && { ...known, message },
      )
      void client.invalidateQueries({ queryKey: ['algorithm', algorithm.id] })
      await client.invalidateQueries({ queryKey: ['versions', algorithm.id] })
      onDone()
    },
    onError: (failure) => {
      toastError(errorText(failure))
      onDone()
    },
  })
  const finish = (isSaved: boolean): void => {
    // Removing the field leaves it, too.
    if (isOver.current || (isSaved && error !== undefined)) return
    isOver.current = true
    if (isSaved && text.trim() !== version.message) change.mutate(text)
    else onDone()
  }
  return (
    <TextInput
      className={classes['message'] ?? ''}
      aria-label={`Message of ${displayVersionNo}`}
      size="xs"
      autoFocus
      maxLength={500}
      value={text}
      error={error}
      disabled={change.isPending}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(true)
        if (event.key !== 'Escape') return
        event.stopPropagation()
        finish(false)
      }}
    />
  )
}
