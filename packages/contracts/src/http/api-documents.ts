import { z } from 'zod'
import { nothing } from './common.ts'
import { documentationNavigation, documentationPage } from './documentation.ts'
import { endpoint } from './endpoint.ts'

export const openApiDocument = endpoint({
  method: 'GET',
  path: '/openapi.json',
  auth: 'public',
  summary: 'The HTTP calls that programs may make, in OpenAPI 3.1',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.looseObject({ openapi: z.literal('3.1.0') }),
})

export const asyncApiDocument = endpoint({
  method: 'GET',
  path: '/asyncapi.json',
  auth: 'public',
  summary: 'The messages of the socket, in AsyncAPI 3.0',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.looseObject({ asyncapi: z.literal('3.0.0') }),
})

export const apiDocsNavigation = endpoint({
  method: 'GET',
  path: '/api-docs/includes/navigation',
  auth: 'public',
  summary: 'Contents of the documentation of the API',
  params: nothing,
  query: nothing,
  body: nothing,
  response: documentationNavigation.response,
})

export const apiDocsPage = endpoint({
  method: 'GET',
  path: '/api-docs/includes/:slug',
  auth: 'public',
  summary: 'One page of the documentation of the API',
  params: documentationPage.params,
  query: nothing,
  body: nothing,
  response: documentationPage.response,
})
