/* Draws the reference, and leads to the operation that is chosen in the search. */
const reference = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});

/** So many are shown: more are told apart by another word. */
const MAX_FOUND = 50;

const field = document.getElementById('search');
const list = document.getElementById('found');
const count = document.getElementById('count');
let operations = [];
let found = [];
let active = -1;

fetch('openapi.json')
  .then((response) => response.json())
  .then((api) => {
    operations = Object.entries(api.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([verb, { operationId, summary, tags }]) => {
        const method = verb.toUpperCase();
        return {
          method,
          path,
          summary,
          tag: tags[0],
          operationId,
          text: plain([method, path, summary, operationId].join(' ')),
        };
      }),
    );
    // In the order of the sections, as the reference has them.
    const order = new Map(api.tags.map(({ name }, index) => [name, index]));
    operations.sort((a, b) => order.get(a.tag) - order.get(b.tag));
    if (field.value !== '') search();
  });

/** Without capitals, and words apart that a path writes together. */
function plain(text) {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('-', ' ');
}

/** All words must be in the verb, the path, the summary or the operation's name; whole paths go before parts of them. */
function search() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  found = words.length === 0 ? [] : operations.filter(({ text }) => words.every((word) => text.includes(word)));
  const exact = ({ path, method }) => (words.includes(path) ? 2 : 0) + (words.includes(method.toLowerCase()) ? 1 : 0);
  found.sort((a, b) => exact(b) - exact(a));
  count.textContent = words.length === 0 ? '' : `${found.length} of ${operations.length} operations`;
  found = found.slice(0, MAX_FOUND);
  list.replaceChildren(...found.map(entry));
  list.hidden = found.length === 0;
  field.setAttribute('aria-expanded', String(found.length > 0));
  mark(found.length > 0 ? 0 : -1);
}

function entry({ method, path, summary }, index) {
  const item = document.createElement('li');
  item.id = `found-${index}`;
  item.setAttribute('role', 'option');
  for (const [name, text] of [
    ['b', method],
    ['code', path],
    ['span', summary],
  ]) {
    const part = document.createElement(name);
    part.textContent = text;
    item.append(part, ' ');
  }
  item.addEventListener('click', () => open(index));
  return item;
}

function mark(index) {
  list.children[active]?.removeAttribute('aria-selected');
  active = index;
  const item = list.children[index];
  if (item === undefined) return field.removeAttribute('aria-activedescendant');
  item.setAttribute('aria-selected', 'true');
  item.scrollIntoView({ block: 'nearest' });
  field.setAttribute('aria-activedescendant', item.id);
}

function close() {
  list.hidden = true;
  field.setAttribute('aria-expanded', 'false');
  field.removeAttribute('aria-activedescendant');
}

/** Opens an operation, with its section, and its address in the browser's. */
function open(index) {
  const { tag, operationId } = found[index];
  close();
  field.blur();
  const hash = `#/${encodeURIComponent(tag)}/${operationId}`;
  history.pushState(null, '', hash);
  reference.layoutActions.show(['operations-tag', tag], true);
  reference.layoutActions.show(['operations', tag, operationId], true);
  // Its section is drawn first.
  requestAnimationFrame(() => {
    const block = document.getElementById(`operations-${tag.replaceAll(' ', '_')}-${operationId}`);
    block?.scrollIntoView();
    block?.querySelector('button')?.focus({ preventScroll: true });
  });
}

// Otherwise the field would lose the focus, and close the list before the click.
list.addEventListener('mousedown', (event) => event.preventDefault());
field.addEventListener('input', search);
field.addEventListener('focus', search);
field.addEventListener('blur', close);
field.addEventListener('keydown', (event) => {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key === 'Escape') {
    field.value = '';
    search();
  } else if (event.key === 'Enter' && found[active] !== undefined) open(active);
  else if (event.key in steps && found.length > 0) mark((active + steps[event.key] + found.length) % found.length);
  else return;
  event.preventDefault();
});

document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select') !== null;
  const isAsked = event.key === '/' ? !isTyping : event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  if (!isAsked) return;
  event.preventDefault();
  field.focus();
  field.select();
});
