import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/algorithms/$algorithmId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/algorithms/$algorithmId/edit', params, search: true, replace: true })
  },
})
