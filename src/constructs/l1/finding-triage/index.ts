// https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface FindingTriageConfig extends cdktf.TerraformMetaArguments {
  /**
  * The finding's id. Another id is another triage.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage#finding_id FindingTriage#finding_id}
  */
  readonly findingId: string;
  /**
  * What was decided. One of false_positive, wont_fix, accepted_risk, in_progress.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage#category FindingTriage#category}
  */
  readonly category: string;
  /**
  * The reason. The service does not store it: it is kept in the code and the state.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage#justification FindingTriage#justification}
  */
  readonly justification: string;
  /**
  * When it ends: a date, until the end of that day in UTC, or an RFC 3339 date-time. The first apply after that removes it from the service.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage#expires FindingTriage#expires}
  */
  readonly expires?: string;
  /**
  * How long to wait until the service shows what it has accepted.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage#timeouts FindingTriage#timeouts}
  */
  readonly timeouts?: FindingTriageTimeouts;
}
export interface FindingTriageTimeouts {
  /**
  * How long a creation may take until the service shows it, such as "90s" or "5m". Default: 1m.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage#create FindingTriage#create}
  */
  readonly create?: string;
  /**
  * How long an update may take until the service shows it, such as "90s" or "5m". Default: 1m.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage#update FindingTriage#update}
  */
  readonly update?: string;
  /**
  * How long a deletion may take until the service shows it, such as "90s" or "5m". Default: 1m.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage#delete FindingTriage#delete}
  */
  readonly delete?: string;
}

export function findingTriageTimeoutsToTerraform(struct?: FindingTriageTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    update: cdktf.stringToTerraform(struct!.update),
    delete: cdktf.stringToTerraform(struct!.delete),
  }
}


export function findingTriageTimeoutsToHclTerraform(struct?: FindingTriageTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    create: {
      value: cdktf.stringToHclTerraform(struct!.create),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    update: {
      value: cdktf.stringToHclTerraform(struct!.update),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    delete: {
      value: cdktf.stringToHclTerraform(struct!.delete),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class FindingTriageTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): FindingTriageTimeouts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._create !== undefined) {
      hasAnyValues = true;
      internalValueResult.create = this._create;
    }
    if (this._update !== undefined) {
      hasAnyValues = true;
      internalValueResult.update = this._update;
    }
    if (this._delete !== undefined) {
      hasAnyValues = true;
      internalValueResult.delete = this._delete;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: FindingTriageTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
      this._update = undefined;
      this._delete = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._create = value.create;
      this._update = value.update;
      this._delete = value.delete;
    }
  }

  // create - computed: false, optional: true, required: false
  private _create?: string; 
  public get create() {
    return this.getStringAttribute('create');
  }
  public set create(value: string) {
    this._create = value;
  }
  public resetCreate() {
    this._create = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get createInput() {
    return this._create;
  }

  // update - computed: false, optional: true, required: false
  private _update?: string; 
  public get update() {
    return this.getStringAttribute('update');
  }
  public set update(value: string) {
    this._update = value;
  }
  public resetUpdate() {
    this._update = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get updateInput() {
    return this._update;
  }

  // delete - computed: false, optional: true, required: false
  private _delete?: string; 
  public get delete() {
    return this.getStringAttribute('delete');
  }
  public set delete(value: string) {
    this._delete = value;
  }
  public resetDelete() {
    this._delete = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deleteInput() {
    return this._delete;
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage scanform_finding_triage}
*/
export class FindingTriage extends bases.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform_finding_triage";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a FindingTriage resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the FindingTriage to import
  * @param importFromId The id of the existing FindingTriage that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the FindingTriage to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform_finding_triage", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/finding_triage scanform_finding_triage} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options FindingTriageConfig
  */
  public constructor(scope: Construct, id: string, config: FindingTriageConfig) {
    super(scope, id, {
      terraformResourceType: 'scanform_finding_triage',
      terraformGeneratorMetadata: {
        providerName: 'scanform',
        providerVersionConstraint: '~> 0.1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._findingId = config.findingId;
    this._category = config.category;
    this._justification = config.justification;
    this._expires = config.expires;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // finding_id - computed: false, optional: false, required: true
  private _findingId?: string; 
  public get findingId() {
    return this.getStringAttribute('finding_id');
  }
  public set findingId(value: string) {
    this._findingId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get findingIdInput() {
    return this._findingId;
  }

  // category - computed: false, optional: false, required: true
  private _category?: string; 
  public get category() {
    return this.getStringAttribute('category');
  }
  public set category(value: string) {
    this._category = value;
  }
  // Temporarily expose input value. Use with caution.
  public get categoryInput() {
    return this._category;
  }

  // justification - computed: false, optional: false, required: true
  private _justification?: string; 
  public get justification() {
    return this.getStringAttribute('justification');
  }
  public set justification(value: string) {
    this._justification = value;
  }
  // Temporarily expose input value. Use with caution.
  public get justificationInput() {
    return this._justification;
  }

  // expires - computed: false, optional: true, required: false
  private _expires?: string; 
  public get expires() {
    return this.getStringAttribute('expires');
  }
  public set expires(value: string) {
    this._expires = value;
  }
  public resetExpires() {
    this._expires = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get expiresInput() {
    return this._expires;
  }

  // active - computed: true, optional: false, required: false
  public get active() {
    return this.getBooleanAttribute('active');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new FindingTriageTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: FindingTriageTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      finding_id: cdktf.stringToTerraform(this._findingId),
      category: cdktf.stringToTerraform(this._category),
      justification: cdktf.stringToTerraform(this._justification),
      expires: cdktf.stringToTerraform(this._expires),
      timeouts: findingTriageTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      finding_id: {
        value: cdktf.stringToHclTerraform(this._findingId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      category: {
        value: cdktf.stringToHclTerraform(this._category),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      justification: {
        value: cdktf.stringToHclTerraform(this._justification),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      expires: {
        value: cdktf.stringToHclTerraform(this._expires),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      timeouts: {
        value: findingTriageTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "FindingTriageTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
