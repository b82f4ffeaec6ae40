import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { EmptyState } from '../ui/states.tsx'
import { useTitle } from '../ui/use-title.ts'

export function NotFoundPage(): ReactElement {
  const navigate = useNavigate()
  useTitle('Page not found')
  return (
    <>
      <h1 className="visually-hidden">Page not found</h1>
      <EmptyState
        picture="search"
        title="This page does not exist"
        text="The address may be wrong, or its content was deleted."
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/algorithms' })}>
            Go to algorithms
          </Button>
        }
      />
    </>
  )
}
