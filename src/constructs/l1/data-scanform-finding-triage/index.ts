// https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/finding_triage
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface DataScanformFindingTriageConfig extends cdktf.TerraformMetaArguments {
  /**
  * The finding's id.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/finding_triage#finding_id DataScanformFindingTriage#finding_id}
  */
  readonly findingId: string;
}

/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/finding_triage scanform_finding_triage}
*/
export class DataScanformFindingTriage extends bases.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform_finding_triage";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataScanformFindingTriage resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataScanformFindingTriage to import
  * @param importFromId The id of the existing DataScanformFindingTriage that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/finding_triage#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataScanformFindingTriage to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform_finding_triage", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/finding_triage scanform_finding_triage} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataScanformFindingTriageConfig
  */
  public constructor(scope: Construct, id: string, config: DataScanformFindingTriageConfig) {
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

  // category - computed: true, optional: false, required: false
  public get category() {
    return this.getStringAttribute('category');
  }

  // category_name - computed: true, optional: false, required: false
  public get categoryName() {
    return this.getStringAttribute('category_name');
  }

  // answer_json - computed: true, optional: false, required: false
  public get answerJson() {
    return this.getStringAttribute('answer_json');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      finding_id: cdktf.stringToTerraform(this._findingId),
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
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
