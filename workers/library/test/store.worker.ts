/** A Worker with nothing but a store, for the tests of this package. */
export default {
  fetch(): Response {
    return new Response(null, { status: 404 })
  },
} satisfies ExportedHandler
