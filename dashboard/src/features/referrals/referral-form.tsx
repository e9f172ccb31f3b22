import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CreateReferralResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey } from '../session';
import { createReferral } from './referrals-queries';

/** A new code: one of choice, or a made one. */
export function ReferralForm({ onClose }: { readonly onClose: () => void }) {
  const { referrals: text } = useText();
  const form = useForm({ initialValues: { code: '' } });
  return (
    <RecordForm<{ code: string }, CreateReferralResponse>
      title={text.new}
      form={form}
      draftKey={useDraftKey('referral')}
      etag={null}
      problemFields={{ code_taken: 'code' }}
      send={({ code }, { idempotencyKey }) =>
        createReferral(code.trim() === '' ? {} : { code: code.trim() }, idempotencyKey)
      }
      submitLabel={text.create}
      onDone={onClose}
      onClose={onClose}
    >
      <TextInput
        label={text.fields.code}
        description={text.codeHint}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('code')}
      />
    </RecordForm>
  );
}
