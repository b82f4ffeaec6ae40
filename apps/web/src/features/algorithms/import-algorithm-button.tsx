import { ActionIcon, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactElement, useRef } from 'react'
import { fileDrop } from './list/file-drop.ts'
import { ALGORITHM_FILES } from './list/read-algorithm-file.ts'
import { useImportAlgorithm } from './list/use-import-algorithm.ts'
import { Hint } from '../../ui/hint.tsx'

/** Creates an algorithm from an exported file or a script, which can be dropped on it. */
export function ImportAlgorithmButton(): ReactElement {
  const importing = useImportAlgorithm(() => {})
  const reset = useRef<() => void>(null)
  // The same file can be chosen again after it was refused.
  const start = (file: File): void => importing.mutate(file, { onSettled: () => reset.current?.() })
  return (
    <FileButton accept={ALGORITHM_FILES} resetRef={reset} onChange={(file) => file && start(file)}>
      {(props) => (
        <Hint label="Import algorithm">
          <ActionIcon
            size="sm"
            aria-label="Import algorithm"
            loading={importing.isPending}
            {...props}
            {...fileDrop(start)}
          >
            <IconUpload size={15} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
    </FileButton>
  )
}
