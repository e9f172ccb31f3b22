/** What a column of a file can be; first and last names are put together. */
export const FIELDS = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'tags',
  'dietary',
  'notes',
  'externalId',
  'id',
] as const;
export type GuestField = (typeof FIELDS)[number];

/** What a column can be besides, where the guests are put on an event. */
export const EVENT_FIELDS = ['rsvp', 'plusOnes', 'party', 'companions', 'eventNotes'] as const;
export type EventField = (typeof EVENT_FIELDS)[number];

/**
 * How files in English, German, French, Spanish, Italian and Dutch name these fields, without blanks, signs and accents:
 * exports of Google Contacts, Outlook, Apple (vCard), Thunderbird, pretix, Eventbrite, Hi.Events and Mailchimp, and lists
 * by hand. Of several columns of one field the first of these names counts.
 */
export const NAMES: Readonly<Record<GuestField | EventField, string>> = {
  name:
    'attendeename teilnehmername name fullname guest guestname attendee participant gast gastname teilnehmer ' +
    'vollername displayname anzeigename formattedname fn fileas nom nomcomplet nometprenom nombre nombrecompleto ' +
    'nombreyapellidos nome nomecompleto nomeecognome nominativo naam volledigenaam',
  firstName:
    'attendeenamegivenname teilnehmernamevorname attendeefirstname firstname givenname forename first vorname ' +
    'vornamen rufname ngiven prenom prenoms nombredepila primernombre voornaam voornamen',
  lastName:
    'attendeenamefamilyname teilnehmernamenachname teilnehmernamefamilienname attendeelastname lastname surname ' +
    'familyname last nachname familienname zuname nfamily nomdefamille apellido apellidos cognome achternaam',
  email:
    'attendeeemail teilnehmeremail teilnehmeremailadresse email emailaddress mail mailaddress emailadresse ' +
    'mailadresse epost primaryemail primareemailadresse primareemail homeemail emailhome workemail emailwork ' +
    'emailprivat emailgeschaftlich secondaryemail sekundareemailadresse sekundareemail otheremail courriel ' +
    'adresseemail adressemail adressecourriel adressedemessagerie adresseelectronique correo correoelectronico ' +
    'direcciondecorreo direcciondecorreoelectronico indirizzoemail indirizzomail postaelettronica ' +
    'indirizzodipostaelettronica mailadres emailadres',
  phone:
    'mobile mobilephone mobilenumber cell cellphone handy handynummer mobil mobiltelefon mobilnummer mobiltelnr ' +
    'telcell phone phonenumber telephone tel telefon telefonnummer rufnummer primaryphone homephone telhome ' +
    'telefonprivat telprivat businessphone workphone telwork telefongeschaftlich teldienstlich companymainphone ' +
    'telefonfirma otherphone weiterestelefon hauptmobiltelefon haupttelefon phonemobile phoneiphone phonehome ' +
    'phonework phonemain mobileno phoneno telefonmobil telefonnr mobilnr handynr telephoneportable telephonemobile ' +
    'portable numerodeportable telefonomovil movil celular telefonocellulare cellulare numerodicellulare mobiel ' +
    'mobielnummer telefoonmobiel numerodetelephone telefono numerodetelefono numeroditelefono telefoon ' +
    'telefoonnummer telephoneprofessionnel telephonedomicile',
  company:
    'company companyname organizationname organization organisation employer firma firmenname unternehmen ' +
    'arbeitgeber org attendeecompany teilnehmerfirma societe entreprise empresa compania azienda societa ditta ' +
    'organizzazione organizacion bedrijf organisatie bedrijfsnaam',
  tags:
    'tags tag labels label groupmembership groups group category categories schlagworte schlagworter stichworte ' +
    'gruppe gruppen kategorie kategorien etiquettes libelles groupe groupes etiquetas categorias categoria grupo ' +
    'grupos etichette categorie gruppo gruppi groep groepen',
  dietary:
    'dietary diet dietaryrequirements dietaryneeds allergies food meal ernahrung ernahrungshinweise essen allergien ' +
    'unvertraglichkeiten diat kost verpflegung regime regimealimentaire dieta restriccionesalimentarias alergias ' +
    'allergie intolleranze esigenzealimentari dieet dieetwensen allergieen',
  notes:
    'notes note comment comments remark remarks notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar ' +
    'remarque remarques commentaire commentaires notas nota comentario comentarios observaciones commento commenti ' +
    'osservazioni opmerking opmerkingen notities',
  externalId:
    'externalid externid externeid crmid customerid customernumber customerno memberid membernumber kundennummer ' +
    'kundennr mitgliedsnummer referenz reference attendeenumber teilnehmernummer',
  id: 'guestid gastid id',
  rsvp: 'rsvp answer attending attendance antwort zusage zusageabsage teilnahme',
  plusOnes: 'plusones plusone plus1 additionalguests anzahlbegleitung anzahlbegleitpersonen begleitpersonen',
  party: 'party partyname family household familie haushalt reisegruppe',
  companions: 'companions companion companionnames begleitung begleiter namenderbegleitung',
  eventNotes: 'eventnotes notesfortheevent notizenzurveranstaltung',
};
