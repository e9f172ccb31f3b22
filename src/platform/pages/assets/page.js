'use strict';
/**
 * Connects the forms of a page to the API: it sends what is filled in as JSON and shows the response. The page contains
 * all texts, in attributes and in hidden parts:
 *
 *   data-needs-script      shown only where this script runs
 *   data-api               of a form: the path it posts to, from the root of the service; empty is the page's own address
 *   data-takes-token       of a form: the token of the page's address is sent too
 *   data-takes-challenge   of a form: the challenge of the response that asked for a second factor is sent too
 *   data-takes-passkey     of a form: a passkey of the browser's is asked for and sent, for that challenge
 *   data-method            of a form: shown only where that second factor can be used
 *   data-omits-empty       of a form: fields that nobody filled in are not sent
 *   data-gone              of a form: the outcome when the address has no token, or what cannot be one
 *   data-unless            shown unless a field of the form has one of these values: `rsvp=pending declined`; what is not shown is not sent
 *   data-as-many-as        a list of data-row, as many as the number in the field of that name; its template makes more of them
 *   data-json              of a choice: what is sent is the JSON that its value is
 *   data-alert             in a form: where an error is shown that concerns no field
 *   data-error-of          what is wrong with the field of that name; begins with data-label, or is data-wrong where that is
 *   data-wrong-…           the same for a problem of that code
 *   data-wrong-elsewhere   of a form: what is said of problems with what it has no field for
 *   data-problem-…         of a form: said instead of the detail of a problem of that code
 *   data-speaks            of a form: nothing that the API says in English is shown
 *   data-unreachable, data-failed, data-try-again-in  of the document: what is said of every form
 *   data-outcome           shown after a response: `done`, `secondFactor` where one is asked for, or a problem's code; instead of the forms, unless data-keeps-forms
 *   data-shown-for         shown while a field of the response has a value: `rsvp=accepted`
 *   data-unanswered        not shown on a phone before there is a response: the form says the same
 *   data-value             shows that value of the response, in the words of data-word-… if it has some for it
 *   data-waits, data-is-next  said instead where the response has a position on a waiting list, and where that is the first
 *
 * A field is called as the API calls it, such as `companions.0.name`; the members of a party go by their ids:
 * `members.<id>.rsvp`. Entries of these lists that nothing is filled in for are not sent.
 */
(() => {
  const words = document.documentElement.dataset;
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const within = (selector, attribute, value) => all(selector).find((element) => element.dataset[attribute] === value);
  let challenge = '';
  /** How fields of lists begin in what was sent, and in the form: entries are left out. */
  let names = [];

  for (const part of all('[data-needs-script]')) part.hidden = false;
  for (const form of all('form[data-api]')) {
    adjust(form);
    form.addEventListener('input', () => adjust(form));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (form.getAttribute('aria-busy') === 'true') return;
      void send(form);
    });
    if (form.dataset.takesToken !== undefined && token === '') showOutcome(form.dataset.gone, {});
  }

  async function send(form) {
    clear();
    // Its button stays enabled: disabling it would move the keyboard focus.
    form.setAttribute('aria-busy', 'true');
    try {
      const passkey = form.dataset.takesPasskey === undefined ? {} : { passkey: await askForPasskey() };
      const response = await post(addressOf(form), { ...valuesOf(form), ...passkey });
      const text = await response.text();
      const body = text === '' ? {} : JSON.parse(text);
      if (response.ok) succeed(form, body);
      else showErrors(form, body, response.headers.get('Retry-After'));
    } catch (error) {
      const isNoPasskey = error instanceof DOMException && form.dataset.takesPasskey !== undefined;
      alertIn(form, isNoPasskey ? form.dataset.takesPasskey : words.unreachable);
    } finally {
      form.setAttribute('aria-busy', 'false');
    }
  }

  /** What the browser's device says to the challenge (WebAuthn, section 7.2). */
  async function askForPasskey() {
    const response = await post(address('api/auth/login/passkey/options'), { challenge });
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await response.json());
    return (await navigator.credentials.get({ publicKey })).toJSON();
  }

  function post(url, body) {
    // With "cors", the default, browsers send their origin, which the API checks; with "same-origin" they do not on
    // pages with the policy no-referrer.
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  function addressOf(form) {
    const { api } = form.dataset;
    return api === '' ? location.pathname : address(api);
  }

  function address(api) {
    return new URL(document.documentElement.dataset.root + api, location.href).href;
  }

  function valuesOf(form) {
    const values = form.dataset.takesToken === undefined ? {} : { token };
    if (form.dataset.takesChallenge !== undefined) values.challenge = challenge;
    for (const field of fieldsOf(form)) {
      if (field.closest('[hidden]') !== null) continue;
      if (field.type === 'radio' && !field.checked) continue;
      if (field.value === '' && form.dataset.omitsEmpty !== undefined) continue;
      const path = field.name.split('.');
      const last = path.pop();
      const part = path.reduce((parent, key) => (parent[key] ??= {}), values);
      part[last] = valueOf(field, part[last]);
    }
    names = [];
    const isFilled = (entry) => Object.values(entry).some((value) => value.trim() !== '');
    if (values.companions) values.companions = listOf(values.companions, ['companions.', 'companions.'], isFilled);
    if (values.members) {
      const isAnswered = ({ rsvp }) => rsvp !== undefined && rsvp !== 'pending';
      const ids = Object.keys(values.members).filter((id) => isAnswered(values.members[id]));
      values.members = listOf(values.members, ['members.', 'members.'], isAnswered);
      values.members.forEach((member, index) => {
        member.eventGuestId = ids[index];
        const at = [`members.${index}.companions.`, `members.${ids[index]}.companions.`];
        if (member.companions) member.companions = listOf(member.companions, at, isFilled);
      });
    }
    return values;
  }

  /** @param before of the choices that have this name, those that come earlier */
  function valueOf(field, before) {
    if (field.type === 'checkbox') {
      const chosen = Array.isArray(before) ? before : [];
      return field.checked ? [...chosen, field.value] : chosen;
    }
    if (field.value === '' && (field.type === 'radio' || field.type === 'select-one')) return null;
    if (field.dataset.json !== undefined) return JSON.parse(field.value);
    // What is no number becomes null, which the API rejects.
    return field.type === 'number' ? field.valueAsNumber : field.value;
  }

  /** The entries that are kept as a list, and how their fields are called from now on. */
  function listOf(entries, [sent, inForm], isKept) {
    const kept = Object.entries(entries).filter(([, entry]) => isKept(entry));
    kept.forEach(([key], index) => names.push([`${sent}${index}.`, `${inForm}${key}.`]));
    return kept.map(([, entry]) => entry);
  }

  function nameInForm(field) {
    const [sent, inForm] = names.filter(([start]) => field.startsWith(start)).at(-1) ?? ['', ''];
    return inForm + field.slice(sent.length);
  }

  /** Shows what is asked after what has been filled in. */
  function adjust(form) {
    for (const part of all('[data-unless]', form)) {
      const [name, values] = part.dataset.unless.split('=');
      const chosen = fieldsOf(form).find((field) => field.name === name && field.checked);
      part.hidden = chosen !== undefined && values.split(' ').includes(chosen.value);
    }
    for (const list of all('[data-as-many-as]', form)) {
      const number = fieldsOf(form).find(({ name }) => name === list.dataset.asManyAs);
      const count = Math.min(Number(number.max), Math.max(0, Math.floor(number.valueAsNumber || 0)));
      const [template] = all('template', list);
      for (let index = all('[data-row]', list).length; index < count; index++) {
        template.before(rowOf(template, index));
      }
      all('[data-row]', list).forEach((row, index) => (row.hidden = index >= count));
      list.hidden = count === 0;
    }
  }

  /** A copy of a template's row, with its own numbers: as nodes, so that no text is ever read as HTML. */
  function rowOf(template, index) {
    const numbered = (text) => text.replaceAll('{index}', index).replaceAll('{number}', index + 1);
    const row = template.content.cloneNode(true);
    for (const element of all('*', row)) {
      for (const attribute of element.attributes) attribute.value = numbered(attribute.value);
      for (const node of element.childNodes) if (node.nodeType === node.TEXT_NODE) node.data = numbered(node.data);
    }
    return row;
  }

  function fieldsOf(form) {
    return [...form.elements].filter((element) => element.name);
  }

  function succeed(form, record) {
    for (const field of fieldsOf(form)) {
      const value = valueIn(record, field.name);
      if (field.type === 'password') field.value = '';
      else if (field.type === 'radio') field.checked = field.value === String(value ?? '');
      else if (field.type === 'checkbox') field.checked = value?.includes(field.value) ?? false;
      else if (field.type !== 'hidden') field.value = value ?? '';
    }
    adjust(form);
    for (const part of all('[data-unanswered]')) delete part.dataset.unanswered;
    for (const part of all('[data-shown-for]')) {
      const [name, value] = part.dataset.shownFor.split('=');
      part.hidden = record[name] !== value;
    }
    if (record.secondFactor === undefined) return showOutcome('done', record);
    challenge = record.secondFactor.challenge;
    for (const part of all('[data-method]')) part.hidden = !record.secondFactor.methods.includes(part.dataset.method);
    showOutcome('secondFactor', record);
  }

  /** The part of a response that has the field of that name. */
  function parentIn(record, name) {
    const path = name.split('.').slice(0, -1);
    return path.reduce((part, key) => {
      if (key === 'members') return part?.party?.members;
      return (Array.isArray(part) && part.find(({ eventGuestId }) => eventGuestId === key)) || part?.[key];
    }, record);
  }

  function valueIn(record, name) {
    const parent = parentIn(record, name);
    const key = name.split('.').at(-1);
    // Whoever waits for a place wants to come.
    return key === 'rsvp' && parent?.waitlist ? 'accepted' : parent?.[key];
  }

  function showErrors(form, problem, retryAfterSeconds) {
    const errors = problem.errors ?? [];
    if (errors.some(({ field }) => field === 'token')) return showOutcome(form.dataset.gone, {});
    if (showOutcome(problem.code, problem)) return;
    const elsewhere = errors.filter((error) => !showError(error));
    const wait = retryAfterSeconds === null ? [] : [words.tryAgainIn.replace('{seconds}', retryAfterSeconds)];
    const speaks = form.dataset.speaks !== undefined;
    const said =
      form.getAttribute(`data-problem-${problem.code}`) ?? (speaks ? words.failed : (problem.detail ?? words.failed));
    if (errors.length === 0) alertIn(form, [said, ...wait].join(' '));
    else if (elsewhere.length > 0)
      alertIn(
        form,
        speaks ? (form.dataset.wrongElsewhere ?? words.failed) : elsewhere.map(({ message }) => message).join(' '),
      );
    all('[aria-invalid="true"]')
      .find(({ type }) => type !== 'hidden')
      ?.focus();
  }

  /** Beside its field, also where that is in another form of the page. */
  function showError({ field, code, message }) {
    const name = nameInForm(field);
    const place = within('[data-error-of]', 'errorOf', name);
    if (place === undefined) return false;
    const labelled = message.startsWith(`${field} `) ? `${place.dataset.label}${message.slice(field.length)}` : message;
    place.textContent = place.getAttribute(`data-wrong-${code}`) ?? place.dataset.wrong ?? labelled;
    place.hidden = false;
    for (const input of all('input, textarea, select').filter((each) => each.name === name))
      input.setAttribute('aria-invalid', 'true');
    return true;
  }

  function showOutcome(name, body) {
    const outcome = within('[data-outcome]', 'outcome', name);
    if (outcome === undefined) return false;
    for (const other of all('[data-outcome]')) other.hidden = true;
    for (const place of all('[data-value]')) place.textContent = wordsFor(place, body);
    if (outcome.dataset.keepsForms === undefined) for (const part of all('[data-needs-script]')) part.hidden = true;
    outcome.hidden = false;
    outcome.focus();
    return true;
  }

  function wordsFor(place, body) {
    const standing = place.dataset.waits === undefined ? null : parentIn(body, place.dataset.value)?.waitlist;
    if (standing) {
      const { position } = standing;
      return position === 1 ? place.dataset.isNext : place.dataset.waits.replace('{position}', position);
    }
    const value = parentIn(body, place.dataset.value)?.[place.dataset.value.split('.').at(-1)];
    if (value === undefined) return place.textContent;
    return place.getAttribute(`data-word-${value}`) ?? String(value ?? '');
  }

  function alertIn(form, words) {
    const [place] = all('[data-alert]', form);
    place.textContent = words;
    place.hidden = false;
  }

  function clear() {
    const notes = '[data-error-of], [data-alert], [data-outcome]:not([data-outcome="secondFactor"])';
    for (const place of all(notes)) place.hidden = true;
    for (const input of all('[aria-invalid]')) input.removeAttribute('aria-invalid');
  }
})();
