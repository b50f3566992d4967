/** The two decoded parts of a slug, `<entity>/<key>`. */
export function slugOf(slug: string): readonly [string, string] {
  const [first = '', second = ''] = slug.split('/')
  return [decoded(first), decoded(second)]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
