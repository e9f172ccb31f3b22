import { firstOf } from '../../kernel/lists';
import { GUIDES_PATH, type Guide } from './guides';
import type { Document } from './types';

/**
 * What a partner's assistant reads first (llmstxt.org): what the API is, its conventions, and where the rest is. Made of
 * the document and the guides.
 */
export function llmsText(document: Document, guides: readonly Guide[], origin: string): string {
  const { title, version, description = '' } = document.info;
  const [summary, ...conventions] = description.split('\n\n');
  const link = (name: string, path: string, says: string) => `- [${name}](${origin}${path})${says && `: ${says}`}`;
  const count = new Map<string, number>();
  for (const { tags } of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    const tag = firstOf(tags ?? []);
    count.set(tag, (count.get(tag) ?? 0) + 1);
  }
  const sections = document.tags.map(({ name, description: says }) => {
    const operations = count.get(name) === 1 ? '1 operation' : `${count.get(name)} operations`;
    return link(name, `/api/docs#/${encodeURIComponent(name)}`, `${says} (${operations})`);
  });
  return [
    `# ${title}`,
    `> ${summary}`,
    `Release ${version}.`,
    ...conventions.map((text) => text.replaceAll('](/', `](${origin}/`)),
    '## Reference',
    [
      link('OpenAPI document', '/api/openapi.json', 'every operation, with schemas and examples, in OpenAPI 3.1'),
      link('Errors', '/api/docs/errors', 'every code of an error, and what it means'),
      link('Interactive reference', '/api/docs', 'the same for people'),
    ].join('\n'),
    '## Guides',
    guides.map((guide) => link(guide.title, `${GUIDES_PATH}/${guide.path}`, guide.summary)).join('\n'),
    '## Sections of the reference',
    sections.join('\n'),
    '',
  ].join('\n\n');
}
